import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { guestOf } from '../../src/server/desk/accounts/accounts.js';
import type {
  CreatedSet,
  DraftQuestion,
  HttpError,
  KeptImage,
  KeptSet,
  KeptSetSummary,
} from '../../src/protocol/index.js';
import { ImageEncoder } from '../../src/server/desk/pictures/encoder.js';
import { KeptImages } from '../../src/server/desk/pictures/kept-images.js';
import { OneAtATime } from '../../src/server/desk/child/one-at-a-time.js';
import { QuizFileReader } from '../../src/server/desk/files/file-reader.js';
import { SetArchive } from '../../src/server/desk/files/set-archive.js';
import { DearRequests } from '../../src/server/platform/rate/dear.js';
import { PictureImport } from '../../src/server/desk/sets/brought-pictures.js';
import { ENGINES } from '../database/engines.js';
import { photo } from '../support/images.js';
import { zipOf, type ZipPart } from '../quiz/workbook.js';
import { aDraft, aFile, aQuestion, JSON_TYPE, refusal, useDesk, type DeskApp } from './desk-app.js';

type By = { cookie: string };

const idOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

const withImage = (...ids: string[]) => ({
  ...aFile(),
  questions: ids.map((id, n) => ({
    ...aFile('', `Question ${n}?`).questions[0],
    image: { id, alt: 'a square' },
  })),
});

const set = (file: object): ZipPart => ({
  name: 'set.json',
  bytes: Buffer.from(JSON.stringify(file)),
});

const image = (bytes: Buffer, id = idOf(bytes)): ZipPart => ({
  name: `images/${id}.webp`,
  bytes,
  isStored: true,
});

const bring = (desk: DeskApp, by: By, archive: Buffer): Promise<Response> =>
  desk.send('POST', '/archive', by, archive);

/** What the tables hold of sets and pictures. */
async function kept({ place }: DeskApp): Promise<number[]> {
  return place.database.run(async (db) => {
    const counts: number[] = [];
    for (const table of ['quiz_set', 'image', 'host_image'] as const)
      counts.push((await db.selectFrom(table).selectAll().execute()).length);
    return counts;
  });
}

describe.each(ENGINES)('sets with pictures as files, with %s', (kind) => {
  const here = useDesk(kind);
  const there = useDesk(kind);

  async function upload(by: By, file: Buffer): Promise<string> {
    const answer = await here.send('POST', '/images', by, file);
    return ((await answer.json()) as KeptImage).id;
  }

  it('R15.4 go to another server and come back with all of them', async () => {
    const by = await here.signIn();
    const ids = [
      await upload(by, await photo(60, 40).png().toBuffer()),
      await upload(by, await photo(40, 60).jpeg().toBuffer()),
    ] as const;
    const spot: DraftQuestion = {
      id: 'B?',
      kind: 'spot',
      quiz: 'B?',
      limitTime: 20,
      points: 1,
      image: { id: ids[1], alt: 'a map' },
      places: [1, 2, 3].map((n) => ({ name: `Place ${n}`, x: n * 15_000, y: 30_000 })),
      targets: [{ x: 15_000, y: 30_000, rx: 5_000, ry: 5_000 }],
    };
    const picture = { image: { id: ids[0], alt: 'a square' } };
    const questions = [aQuestion('A?', picture), spot, aQuestion('C?', picture)];
    const body = JSON.stringify(aDraft('그림/문제', questions));
    const made = await here.send('POST', '/drafts', { ...JSON_TYPE, ...by }, body);
    const { id } = (await made.json()) as KeptSetSummary;
    const download = await here.send('GET', `/sets/${id}/file`, by);
    expect(download.headers.get('content-type')).toBe('application/zip');
    expect(download.headers.get('content-disposition')).toMatch(/\.zip/);
    const archive = Buffer.from(await download.arrayBuffer());

    const guest = await there.signIn();
    const answer = await bring(there, guest, archive);
    expect(answer.status).toBe(201);
    const { notes, faulty, ...created } = (await answer.json()) as CreatedSet;
    expect([created.title, created.count, created.playable]).toEqual(['그림/문제', 3, 3]);
    expect([notes, faulty]).toEqual([undefined, undefined]);
    const copy = await there.read<KeptSet>(`/sets/${created.id}`, guest);
    const before = await here.read<KeptSet>(`/sets/${id}`, by);
    const nameless = ({ questions: all }: KeptSet): unknown[] =>
      all.map(({ image: shown, ...question }) => ({ ...question, alt: shown?.alt }));
    expect(nameless(copy)).toEqual(nameless(before));
    const sizes: unknown[] = [];
    for (const question of copy.questions) {
      const bytes = await there.send('GET', `/images/${question.image?.id}`, guest);
      const { width, height, format } = await sharp(
        Buffer.from(await bytes.arrayBuffer()),
      ).metadata();
      sizes.push([width, height, format]);
    }
    expect(sizes).toEqual([
      [60, 40, 'webp'],
      [40, 60, 'webp'],
      [60, 40, 'webp'],
    ]);

    // What is here already is taken as it is, so nothing more is kept of it.
    const back = await there.send('GET', `/sets/${created.id}/file`, guest);
    const [, images] = await kept(there);
    const again = await bring(there, guest, Buffer.from(await back.arrayBuffer()));
    const second = (await again.json()) as CreatedSet;
    expect(await there.read<KeptSet>(`/sets/${second.id}`, guest)).toMatchObject({
      questions: copy.questions,
    });
    expect((await kept(there))[1]).toBe(images);
  });

  it('R15.4 come without the pictures that are missing, and that is told', async () => {
    const by = await there.signIn();
    const webp = await photo(30, 30).webp().toBuffer();
    const missing = 'a'.repeat(64);
    const file = withImage(missing, idOf(webp), missing);
    const told = [1, 3].map((row) => ({ row, message: expect.stringContaining('picture') }));
    const answer = await bring(
      there,
      by,
      zipOf([set(file), image(webp), image(webp, 'b'.repeat(64))]),
    );
    expect(await answer.json()).toMatchObject({ count: 3, notes: told, unit: 'question' });
    expect(await there.create(by, withImage(missing))).toMatchObject({
      notes: [{ row: 1, message: expect.stringContaining('not on this server') }],
    });
  });
});

describe('archives that are none, or not only', () => {
  const desk = useDesk('SQLite', { HOSTS: 'anyone' });
  let by: By;
  let webp: Buffer;
  beforeAll(async () => {
    by = await desk.visitor();
    webp = await photo(80, 50).webp().toBuffer();
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const archiveOf = (bytes: Buffer, id = idOf(bytes)): Buffer =>
    // The first one is good, and is taken back.
    zipOf([set(withImage(idOf(webp), id)), image(webp), image(bytes, id)]);
  const bad: Record<string, () => Buffer> = {
    nothing: () => Buffer.alloc(0),
    'a text': () => Buffer.from('PK hello'),
    'no set.json': () => zipOf([image(webp)]),
    'a set that is no JSON': () => zipOf([{ name: 'set.json', bytes: Buffer.from('{') }]),
    'a bomb as the set': () => zipOf([{ name: 'set.json', bytes: Buffer.alloc(30_000_000) }]),
    'a bomb as a picture': () => {
      const bytes = Buffer.alloc(30_000_000);
      return zipOf([set(withImage(idOf(bytes))), { ...image(bytes), isStored: false }]);
    },
    'far too many parts': () =>
      zipOf([set(aFile()), ...Array.from({ length: 1_600 }, (_, n) => image(webp, String(n)))]),
    'a part with a name of 257 bytes': () =>
      zipOf([set(aFile()), { name: 'x'.repeat(257), bytes: webp }]),
    'a password': () => zipOf([{ ...set(aFile()), isEncrypted: true }]),
    'a path that leads out': () => zipOf([set(aFile()), { name: '../../x', bytes: webp }]),
    'a path of Windows': () => zipOf([set(aFile()), { name: 'C:\\x', bytes: webp }]),
    SVG: () => archiveOf(svg),
    'HTML before a picture': () => archiveOf(Buffer.concat([Buffer.from('<script>'), webp])),
    'half a picture': () => archiveOf(webp.subarray(0, webp.length / 2)),
    "another picture's id": () => archiveOf(Buffer.from(webp), 'c'.repeat(64)),
    'more than a guest may keep': () => Buffer.alloc(11_000_000),
  };

  it.each(Object.keys(bad))('R18.7 are refused, and nothing of them is kept: %s', async (name) => {
    const before = await kept(desk);
    const answer = bring(desk, by, bad[name]?.() ?? Buffer.alloc(0));
    expect(await refusal(answer)).toEqual([400, 'BAD_QUIZ_FILE']);
    expect(await kept(desk)).toEqual(before);
  });

  it('R18.7 say in the language of the page which question it is', async () => {
    const headers = { ...by, 'accept-language': 'ko' };
    const answer = await desk.send('POST', '/archive', headers, archiveOf(svg));
    const { error } = (await answer.json()) as HttpError;
    expect(error).toMatchObject({
      unit: 'question',
      rows: [{ row: 2, message: '그림을 읽을 수 없어요' }],
    });
  });

  it('R18.7 are for those who keep sets, and for their own pages', async () => {
    const archive = archiveOf(webp);
    const foreign = { ...by, origin: 'https://elsewhere.example' };
    expect(await refusal(bring(desk, foreign, archive))).toEqual([403, 'FORBIDDEN']);
    expect((await refusal(bring(desk, { cookie: '' }, archive)))[0]).toBe(401);
  });

  it('R18.2 R18.7 count as pictures that are uploaded do, and nothing is kept beyond that', async () => {
    const guest = await desk.visitor();
    const upload = await desk.send('POST', '/images', guest, await photo(9, 9).png().toBuffer());
    const { id } = (await upload.json()) as KeptImage;
    await desk.place.database.run((db) =>
      db.updateTable('image').set({ size: 10_000_000 }).where('id', '=', id).execute(),
    );
    const before = await kept(desk);
    const answer = bring(desk, guest, archiveOf(webp, idOf(webp)));
    expect(await refusal(answer)).toEqual([403, 'TOO_MUCH_KEPT']);
    expect(await kept(desk)).toEqual(before);
  });

  it('R18.7 say which pictures there was no time for', async () => {
    const encoder = new ImageEncoder('never started');
    const asker = { key: 'x', address: 'x', isFirst: false };
    const images = new KeptImages(desk.place.database, () => {});
    const pictures = new PictureImport(images, encoder, new DearRequests(() => false), -1);
    const file = zipOf([set(withImage(idOf(webp))), image(webp)]);
    const reader = new QuizFileReader('never started', new OneAtATime());
    const archive = await SetArchive.open(file, 'en', '', reader);
    const questions = [aQuestion('A?', { image: { id: idOf(webp), alt: 'a square' } })];
    const { notes } = await pictures.take(guestOf('x'), asker, questions, archive, 'en');
    expect(notes).toEqual([{ row: 1, message: expect.stringContaining('no time') }]);
  });
});
