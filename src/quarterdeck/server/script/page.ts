// The page's own script: only what must happen on the reader's device. Everything else is forms
// and links that work without it.
import "htmx.org";
import { startAbout } from "./about";
import { startApp } from "./app";
import { startBoard } from "./board";
import { startChoices } from "./choices";
import { startCoach } from "./coach";
import { startDeadlines } from "./deadlines";
import { startDevice } from "./device";
import { startFocus } from "./focus";
import { startGestures } from "./gestures";
import { startKeys } from "./keys";
import { startLists } from "./lists";
import { startLive } from "./live";
import { startPace } from "./pace";
import { startPasskeys } from "./passkeys";
import { startPresence } from "./presence";
import { startReplay } from "./replay";
import { startReview } from "./review";
import { startRules } from "./rules";
import { startSide } from "./side";
import { startMine } from "./mine";
import { startUnread } from "./unread";
import { startZone } from "./zone";

document.documentElement.classList.add("has-script");
startDevice();
startPace();
// Before the board: it must give back the names it has taken away before spots are named.
startAbout();
// Before the board: a wheel that turns a shape must not zoom as well.
startGestures();
startBoard();
startChoices();
startCoach();
// After the board: it looks for spots that are open.
startSide();
startKeys();
startLists();
startRules();
startReplay();
startReview();
startUnread();
startMine();
startPresence();
startApp();
startZone();
startDeadlines();
startPasskeys();
// After everything that marks what can have the focus.
startFocus();
// htmx starts listening in a task of its own; no news may arrive before that.
setTimeout(startLive);
