// Starts the page: builds its parts, connects, and passes on the table's messages.

import { complain } from "./actions.js";
import * as aim from "./aim.js";
import * as appearance from "./appearance.js";
import * as daily from "./daily.js";
import * as door from "./door.js";
import * as drag from "./drag.js";
import * as end from "./end.js";
import * as felt from "./felt.js";
import * as guide from "./guide.js";
import * as hint from "./hint.js";
import * as keyboard from "./keyboard.js";
import * as language from "./language.js";
import * as lights from "./lights.js";
import * as link from "./link.js";
import * as log from "./log.js";
import * as marks from "./marks.js";
import * as me from "./me.js";
import * as mine from "./mine.js";
import * as newmatch from "./newmatch.js";
import * as opening from "./opening.js";
import * as options from "./options.js";
import * as pace from "./pace.js";
import * as people from "./people.js";
import * as phones from "./phones.js";
import * as places from "./places.js";
import * as racks from "./racks.js";
import * as rulebook from "./rulebook.js";
import * as screen from "./screen.js";
import * as sharing from "./sharing.js";
import * as sheet from "./sheet.js";
import * as sound from "./sound.js";
import { changed, isOwner, state, take } from "./store.js";
import * as teaching from "./teaching.js";
import * as tools from "./tools.js";
import * as verdict from "./verdict.js";
import * as watching from "./watching.js";
import * as what from "./what.js";
import { current, t } from "./words.js";

let messages = 0;

/** Switch the table to the language of its owner's page: once, at the start of the page. */
function speakAlike() {
  if (isOwner() && state.table.language && state.table.language !== current()) {
    link.ask({ do: "language", to: current() }).catch(() => {});
  }
}

function message(content) {
  if (content.set) take(content.set);
  if (content.add?.log) {
    // The table's warnings are shown everywhere, not only in the log; "all zones full" beside the button that adds one.
    const full = (entry) => (entry.why ?? []).some((one) => one.code === "zones_full");
    const warnings = log.addLog(content.add.log).filter((entry) => entry.event === "warning" && !full(entry));
    if (warnings.length && document.body.dataset.ready && !state.playback) complain(warnings.at(-1).text);
  }
  if (!content.set && !content.add) return;
  messages += 1;
  document.body.dataset.seq = messages;
  if (content.set?.table && !document.body.dataset.ready) speakAlike();
  if (content.set?.table || document.body.dataset.ready) document.body.dataset.ready = "1";
}

await language.begin();
// First the felt and the racks, then the cards on them, then the texts on the cards.
const parts = [
  ...[felt, racks, places, felt.labelling, marks],
  ...[lights, aim, guide, hint, screen, verdict, what, people, end, sheet, log, teaching, watching, pace, newmatch, appearance, options, sound, tools, phones, drag, keyboard, sharing, me, mine, daily, rulebook, door, opening],
];
for (const part of parts) part.start();
changed(["language"]);
link.connect({ message, open: log.clearLog, status: tools.showConnection, loading: door.loading, damaged: () => complain(t("damaged")) }, current);
