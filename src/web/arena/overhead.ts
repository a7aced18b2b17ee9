import type { ShownEmote } from '../../protocol/emotes.js';
import type { BubbleLayer, SaidAloud } from './bubble-layer.js';
import type { EmoteLayer } from './emote-layer.js';
import type { OverheadDrawing } from './scene.js';

/** What is seen above avatars: emotes, and what those near say. Each is loaded with the first one. */
export class Overhead implements OverheadDrawing {
  #emotes: EmoteLayer | undefined;
  #bubbles: BubbleLayer | undefined;

  /** `wake` asks for a frame. */
  constructor(
    private readonly wake: () => void,
    private readonly forScreen: boolean,
  ) {}

  readonly emote = async (shown: readonly ShownEmote[]): Promise<void> => {
    const { EmoteLayer } = await import('./emote-layer.js');
    this.#emotes ??= new EmoteLayer(this.wake, this.forScreen);
    this.#emotes.show(shown, performance.now());
  };

  readonly say = async (said: readonly SaidAloud[]): Promise<void> => {
    const { BubbleLayer } = await import('./bubble-layer.js');
    this.#bubbles ??= new BubbleLayer(this.wake);
    this.#bubbles.show(said, performance.now());
  };

  draw(...frame: Parameters<OverheadDrawing['draw']>): boolean {
    const isTalking = this.#bubbles?.draw(...frame) === true;
    return this.#emotes?.draw(...frame) === true || isTalking;
  }

  close(): void {
    this.#emotes?.close();
    this.#bubbles?.close();
  }
}
