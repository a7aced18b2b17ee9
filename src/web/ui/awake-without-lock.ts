/** For pages without TLS, to which browsers give no wake lock; loaded there only. */
import { i18n } from '../i18n/language.svelte.js';
import { remembered } from './storage.js';
import { toasts } from './toasts.svelte.js';

/** iOS lets a screen sleep after 30 s without a touch at the earliest. */
const UNTOUCHED_MS = 25_000;
const HINT_MS = 15_000;

/** Chromium and Firefox on Android keep the screen on while a video plays a stream, of whatever size. */
export function playStream(end: AbortSignal): void {
  if (isIos()) {
    hintAfterSleep(end);
    return;
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2;
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(1);
  // A stream has nothing to play before something is drawn.
  context?.fillRect(0, 0, 2, 2);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  video.ariaHidden = 'true';
  video.style.cssText =
    'position: fixed; left: 0; bottom: 0; width: 2px; height: 2px; pointer-events: none';
  document.body.append(video);
  const play = () => {
    if (!document.hidden) video.play().catch(() => undefined);
  };
  play();
  document.addEventListener('visibilitychange', play, { signal: end });
  document.addEventListener('click', play, { signal: end });
  end.addEventListener('abort', () => {
    for (const track of stream.getTracks()) track.stop();
    video.remove();
  });
}

/** iPads say that they are Macs, which have no touch screens. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Nothing keeps an iPhone awake here without stopping its music; so whoever was hit by it hears once what helps. */
function hintAfterSleep(end: AbortSignal): void {
  let touchedAt = Date.now();
  let hasSlept = false;
  const hiddenOrBack = () => {
    if (document.hidden) hasSlept = Date.now() - touchedAt > UNTOUCHED_MS;
    else if (hasSlept && !remembered.hasSleepHint) {
      remembered.hasSleepHint = true;
      i18n.need('game').then(
        () => toasts.show(i18n.game.sleepHint, 'plain', HINT_MS),
        () => undefined,
      );
    }
  };
  document.addEventListener('pointerdown', () => (touchedAt = Date.now()), { signal: end });
  document.addEventListener('visibilitychange', hiddenOrBack, { signal: end });
}
