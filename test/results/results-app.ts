import type {
  GameReport,
  HandshakeAuth,
  KeptGame,
  KeptGameList,
  ResultsPayload,
} from '../../src/protocol/index.js';
import { DeskApp } from '../desk/desk-app.js';
import { standIn } from '../support/arena.js';
import { RIGHT } from '../support/app.js';
import { TestClient } from '../support/client.js';
import type { EngineKind } from '../database/engines.js';

export const HALL = { title: 'Hall A', gameMode: 'RANKING', scoring: 'early' } as const;

/** Who plays a game in a room whose host keeps results. */
export class Table {
  readonly clients: TestClient[] = [];
  pin = '';

  constructor(
    readonly url: string,
    private readonly auth: HandshakeAuth = {},
  ) {}

  connect(cookie = ''): TestClient {
    const client = new TestClient(this.url, {
      auth: { wantToken: true, ...this.auth },
      extraHeaders: { cookie },
    });
    if (this.auth.format === 'compact2') client.echoFlushes();
    this.clients.push(client);
    return client;
  }

  /** Somebody who comes back. */
  connectWith(token: string, cookie: string): TestClient {
    const client = new TestClient(this.url, { auth: { token }, extraHeaders: { cookie } });
    this.clients.push(client);
    return client;
  }

  get host(): TestClient {
    return this.clients[0] as TestClient;
  }

  async open(cookie: string, names: readonly string[] = [], options: object = HALL): Promise<void> {
    const host = this.connect(cookie);
    const answer = await host.do('createRoom', { playerName: 'Host', ...options });
    this.pin = answer.gameId;
    for (const playerName of names)
      await this.connect().do('joinRoom', { gameId: this.pin, playerName });
  }

  /** Asks the next question, has everybody answer, and judges it; before that, something else may be waited for. */
  async question(
    isRight: (player: number) => boolean,
    answered: () => Promise<void> = async () => {},
  ): Promise<void> {
    const { host, clients } = this;
    const before = host.all('endQuizTime').length;
    const asked = host.all('startQuizTime').length;
    await host.do('skipPhase', {});
    await host.until(() => host.all('startQuizTime').length > asked, 'a question');
    const { choiceList } = host.last('startQuizTime') as {
      choiceList: { order: number; content: string }[];
    };
    const right = choiceList.find(({ content }) => content === RIGHT)?.order ?? 1;
    await Promise.all(
      clients.map((client, n) => {
        const zone = isRight(n) ? right : (right % choiceList.length) + 1;
        const newPosition = standIn(zone, choiceList.length);
        return client.do('updatePosition', { newPosition });
      }),
    );
    await answered();
    await host.do('skipPhase', {});
    await host.until(() => host.all('endQuizTime').length > before, 'a reveal');
  }

  /** The host ends the game; what everybody is told then. */
  async end(): Promise<ResultsPayload> {
    const { host } = this;
    const before = host.all('endGame').length;
    await host.do('endGame', {});
    await host.until(() => host.all('endGame').length > before, 'the end');
    return host.last('endGame') as ResultsPayload;
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}

/** A server that keeps results. */
export class ResultsApp extends DeskApp {
  constructor(kind: EngineKind, env: Record<string, string> = {}) {
    super(kind, env);
  }

  async games(by: { cookie: string }): Promise<KeptGame[]> {
    return (await this.read<KeptGameList>('/results', by)).games;
  }

  /** Reads until what is kept is so. */
  async report(
    by: { cookie: string },
    fits: (report: GameReport) => boolean,
    title: string = HALL.title,
  ): Promise<GameReport> {
    for (;;) {
      const game = (await this.games(by)).find(({ roomTitle }) => roomTitle === title);
      const report = game && (await this.read<GameReport>(`/results/${game.id}`, by));
      if (report !== undefined && fits(report)) return report;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Name, score and rank, as players saw them and as a report has them. */
export const tableIn = (rows: ResultsPayload['results']): [string, number, number][] =>
  rows.map(({ playerName, score, rank }) => [playerName, score, rank]);
export const tableOf = ({ players }: GameReport): [string, number, number | null][] =>
  players.map(({ name, score, rank }) => [name, score, rank]);
