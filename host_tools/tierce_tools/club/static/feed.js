// What the club's computer tells this page, as it happens.

const RETRY_MS = 3000;
const SILENT_MS = 40_000; // it says at least every 15 s that it is there

/** Hear of all tables, of one of them whole; `given` are {news, status}. Returns what ends it. */
export function listen(table, { news, status }) {
  let source = null;
  let timer = 0;
  const open = () => {
    source?.close();
    source = new EventSource(`news?table=${encodeURIComponent(table)}`);
    source.onmessage = ({ data }) => {
      watch();
      status("open");
      news(JSON.parse(data));
    };
    source.onerror = () => lost(RETRY_MS);
    watch();
  };
  const lost = (wait) => {
    source.close();
    status("lost");
    clearTimeout(timer);
    timer = setTimeout(open, wait);
  };
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => lost(0), SILENT_MS);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
