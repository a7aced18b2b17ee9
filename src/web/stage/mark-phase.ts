import type { RoomSession } from './session.js';

/** Names the phase and the scene that is shown on the page itself, for styles and for who watches it from outside. */
export function markPhase({ room, show, final }: RoomSession): () => void {
  const { dataset } = document.documentElement;
  const scene = (final.beats.current ?? show.beats.current)?.beat.scene;
  dataset['phase'] = room.kind;
  if (scene === undefined) delete dataset['scene'];
  else dataset['scene'] = scene;
  return () => {
    delete dataset['phase'];
    delete dataset['scene'];
  };
}
