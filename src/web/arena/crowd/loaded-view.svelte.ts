import type { StageSession } from '../stage-session.js';
import type { CrowdView } from './crowd-view.js';

/** The picture of a big room's crowd, which is loaded in big rooms only. */
export class LoadedCrowdView {
  current = $state.raw<CrowdView>();

  /** Returns what ends it. */
  follow(session: StageSession, wake: () => void): () => void {
    if (session.room.crowd)
      void import('./crowd-view.js').then(({ CrowdView }) => {
        this.current = new CrowdView(session, wake);
      });
    return () => this.current?.close();
  }
}
