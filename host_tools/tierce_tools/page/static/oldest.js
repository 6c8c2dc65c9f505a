// No module, and no word that is young: a browser that is too old for the others runs this one, and says so. It also
// sees to a script that does not arrive: a busy browser now and then gives up requests that it has begun.
(function () {
  var LOADED = "tierce loaded again " + location.pathname; // when, in milliseconds
  var PAUSE_MS = 30000; // sooner than that after the last time, once more would not help either
  var known = "CompressionStream" in window && "CSSPropertyRule" in window && CSS.supports("selector(:has(a))") && CSS.supports("width", "round(up, 1px, 1px)");

  function instead(text) {
    window.stop(); // nothing more is loaded
    document.body.textContent = text;
    document.body.className = "noscript";
    document.documentElement.setAttribute("data-look", "light");
  }

  /** Whether the page may be loaded again now; from then on it may not for a while. */
  function mayAgain() {
    try {
      var last = Number(sessionStorage.getItem(LOADED));
      sessionStorage.setItem(LOADED, Date.now());
      return Date.now() - last > PAUSE_MS;
    } catch (error) {
      return false; // no storage: it might go on for ever
    }
  }

  function missed(event) {
    if (event.target.tagName !== "SCRIPT") return;
    if (mayAgain()) location.reload();
    else instead("A part of this page did not arrive: reload it. Une partie de cette page n’est pas arrivée : rechargez-la.");
  }

  if (known) return document.addEventListener("error", missed, true);
  instead(
    "Tierce needs a newer browser: iOS or Safari 16.4, Firefox 128, Chrome or Edge 125, or later. " +
    "Tierce a besoin d’un navigateur plus récent : iOS ou Safari 16.4, Firefox 128, Chrome ou Edge 125, ou plus."
  );
})();
