/** How evenly a page draws: when its frames begin, scene by scene. */

/** A frame that takes longer is seen as a jerk. */
const LONG_MS = 50;

/** In the page: notes when each frame began, and in which scene, or with which item. */
export const RECORD_FRAMES = `
  window.frames_ = [];
  const sceneNow = () => {
    const item = document.querySelector('[data-testid=item]');
    if (item === null) return document.documentElement.dataset.scene ?? '';
    if (item.dataset.kind !== 'draw') return item.dataset.kind;
    if (item.querySelector('[data-testid=draw-over]')) return 'winners';
    return item.querySelector('[data-testid=draw-course]') ? 'falls' : 'draw';
  };
  const frame = (now) => {
    frames_.push([sceneNow(), now]);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

/** How evenly each scene was drawn. */
export function report(frames: readonly [string, number][]): void {
  const scenes = new Map<string, { ms: number; frames: number; long: number; worst: number }>();
  frames.forEach(([scene, now], index) => {
    const before = frames[index - 1];
    if (before === undefined || before[0] !== scene || scene === '') return;
    const ms = now - before[1];
    const sum = scenes.get(scene) ?? { ms: 0, frames: 0, long: 0, worst: 0 };
    scenes.set(scene, {
      ms: sum.ms + ms,
      frames: sum.frames + 1,
      long: sum.long + Number(ms > LONG_MS),
      worst: Math.max(sum.worst, ms),
    });
  });
  console.log('scene       frames/s   frames   over 50 ms   longest ms');
  for (const [scene, { ms, frames: count, long, worst }] of scenes)
    console.log(
      [
        scene.padEnd(10),
        ((count / ms) * 1000).toFixed(1).padStart(10),
        String(count).padStart(8),
        String(long).padStart(12),
        worst.toFixed(0).padStart(12),
      ].join(' '),
    );
}
