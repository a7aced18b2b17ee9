import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedLink, Look } from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { JSON_TYPE } from '../desk/desk-app.js';
import { ResultsApp, Table } from './results-app.js';

const LOOK: Look = { colours: ['#0a5c36', '#1b3f8b'] };

describe.each(ENGINES)('the look of results, with %s', (kind) => {
  const desk = new ResultsApp(kind);
  let table: Table;

  beforeAll(async () => {
    await desk.open();
    table = new Table(desk.app.url);
  });
  afterAll(async () => {
    table.close();
    await desk.close();
  });

  const lookOf = async (secret: string): Promise<unknown> =>
    (await desk.send('POST', '/report/look', JSON_TYPE, JSON.stringify({ secret }))).json();

  it('R21.6 is told by a link with names only, and as it is now', async () => {
    const by = await desk.signIn();
    await table.open(by.cookie, ['Ann']);
    await table.host.do('startGame', {});
    await table.question(() => true);
    await table.end();
    const { id } = await desk.report(by, ({ endedAt }) => endedAt !== null);
    const link = async (names: boolean): Promise<string> => {
      const body = JSON.stringify({ names, questions: true });
      const path = `/results/${id}/link`;
      const made = await desk.send('PUT', path, { ...JSON_TYPE, ...by }, body);
      return ((await made.json()) as CreatedLink).secret;
    };
    const secret = await link(true);
    expect(await lookOf(secret)).toEqual({ look: null });
    await desk.send('PUT', '/look', { ...JSON_TYPE, ...by }, JSON.stringify(LOOK));
    expect(await lookOf(secret)).toEqual({ look: LOOK });
    expect(await lookOf('made up')).toEqual({ look: null });
    expect(await lookOf(await link(false))).toEqual({ look: null });
    expect(await lookOf(secret)).toEqual({ look: null });
  });
});
