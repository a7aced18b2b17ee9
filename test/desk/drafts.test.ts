import { describe, expect, it } from 'vitest';
import {
  isAsked,
  limits,
  type CreatedSet,
  type DraftQuestion,
  type KeptSet,
  type KeptSetList,
  type ReadQuestions,
  type SavedSet,
} from '../../src/protocol/index.js';
import { writtenQuestion } from '../../src/server/desk/files/question-schema.js';
import { ENGINES } from '../database/engines.js';
import { ONE_OF_EACH, PICTURE, SEVERAL, SPOT } from '../support/kinds.js';
import { aDraft, aQuestion, JSON_TYPE, refusal, useDesk, type DeskApp } from './desk-app.js';

const TEXT = { 'content-type': 'text/plain' };

async function begun(
  desk: DeskApp,
  by: { cookie: string },
  questions: DraftQuestion[],
): Promise<SavedSet> {
  const body = JSON.stringify(aDraft('Draft', questions));
  const response = await desk.send('POST', '/drafts', { ...JSON_TYPE, ...by }, body);
  expect(response.status).toBe(201);
  return (await response.json()) as SavedSet;
}

describe.each(ENGINES)('drafts, with %s', (kind) => {
  const desk = useDesk(kind);

  const post = (path: string, headers: Record<string, string>, body: string): Promise<Response> =>
    desk.send('POST', path, headers, body);

  const begin = (by: { cookie: string }, questions: DraftQuestion[]): Promise<SavedSet> =>
    begun(desk, by, questions);

  it('R15.4 come back from their own file as they were, pictures and places too', async () => {
    const by = await desk.signIn();
    const image = { id: 'a'.repeat(64), alt: 'a map' };
    const places = [1, 2, 3].map((n) => ({ name: `Place ${n}`, x: n * 10_000, y: 20_000 }));
    const targets = [{ x: 10_000, y: 20_000, rx: 4_000, ry: 5_000 }];
    const spot = { kind: 'spot', quiz: 'Where?', limitTime: 20, points: 1, image } as const;
    const questions: DraftQuestion[] = [
      { id: 'whole', ...spot, places, targets },
      { id: 'begun', ...spot, places: places.slice(0, 1), targets: [] },
      aQuestion('With a picture?', { image }),
    ];
    const { id } = await begin(by, questions);
    const file = await (await desk.send('GET', `/sets/${id}/file`, by)).text();
    const again = (await (await post('/sets', { ...JSON_TYPE, ...by }, file)).json()) as CreatedSet;
    expect((await desk.read<KeptSet>(`/sets/${again.id}`, by)).questions).toEqual(questions);
    const strange = JSON.stringify({
      title: 'Strange',
      questions: [
        { ...spot, image: { id: '../x', alt: 7 }, places: [null, { x: -1 }], targets: {} },
      ],
    });
    const made = (await (
      await post('/sets', { ...JSON_TYPE, ...by }, strange)
    ).json()) as CreatedSet;
    const [taken] = (await desk.read<KeptSet>(`/sets/${made.id}`, by)).questions;
    expect(taken).toMatchObject({ kind: 'spot', places: [], targets: [] });
    expect(taken).not.toHaveProperty('image');
  });

  it('R15.14 are kept with their faults, which are told by field', async () => {
    const by = await desk.signIn();
    const questions = [
      aQuestion('Fine?'),
      aQuestion('', { id: 'empty' }),
      aQuestion('No right?', { answers: [] }),
      aQuestion('One?', { choices: ['only', '', ''], answers: [1] }),
      aQuestion('Same?', { choices: ['a', 'b', 'a'], answers: [1] }),
      aQuestion('Gap?', { choices: ['a', '', 'c'], answers: [1] }),
      aQuestion('Long?', { limitTime: 121 }),
      aQuestion('No time?', { limitTime: null }),
      aQuestion('Blank at the end?', { choices: ['a', 'b', '', ' '], answers: [1] }),
      aQuestion('Fine?', { id: 'twin' }),
    ];
    const { faults, count, playable, id } = await begin(by, questions);
    expect([count, playable]).toEqual([10, 2]);
    const told = Object.entries(faults).map(([one, [fault]]) => [one, fault?.field, fault?.index]);
    expect(told).toEqual([
      ['empty', 'quiz', undefined],
      ['No right?', 'answer', undefined],
      ['One?', 'choices', undefined],
      ['Same?', 'choices', 2],
      ['Gap?', 'choices', 1],
      ['Long?', 'limitTime', undefined],
      ['No time?', 'limitTime', undefined],
      ['twin', '', undefined],
    ]);
    expect(faults['No right?']).toEqual([
      { field: 'answer', message: 'Mark at least one choice as right.' },
    ]);
    const korean = await desk.send('GET', `/sets/${id}`, { ...by, 'accept-language': 'ko' });
    const kept = (await korean.json()) as KeptSet;
    expect(kept.questions).toEqual(questions);
    expect(kept.faults['No right?']?.[0]?.message).toMatch(/[가-힣]/);
  });

  it('R15.15 take everything of a file that can be taken, and say what is wrong', async () => {
    const by = await desk.signIn();
    const file = [
      'question,answer,choice1,choice2,choice3',
      'Fine?,1,a,b,',
      'No such answer?,9,a,b,',
      'Gap?,1,a,,c',
      'Fine?,2,b,a,',
    ].join('\n');
    const made = (await (
      await post('/sets', { 'content-type': 'text/csv', ...by }, file)
    ).json()) as CreatedSet;
    expect(made).toMatchObject({ count: 4, playable: 1, unit: 'row' });
    expect(made.faulty?.map(({ row }) => row)).toEqual([3, 4, 5]);
    expect(made.skipped).toBeUndefined();
    const { questions } = await desk.read<KeptSet>(`/sets/${made.id}`, by);
    expect(
      questions.filter(isAsked).map(({ quiz, choices, answers }) => [quiz, choices, answers]),
    ).toEqual([
      ['Fine?', ['a', 'b'], [1]],
      ['No such answer?', ['a', 'b'], []],
      ['Gap?', ['a', '', 'c'], [1]],
      ['Fine?', ['b', 'a'], [2]],
    ]);
    const out = await (await desk.send('GET', `/sets/${made.id}/file`, by)).text();
    const again = await post('/sets', { ...JSON_TYPE, ...by }, out);
    expect(await again.json()).toMatchObject({ count: 4, playable: 1 });
  });

  it('R15.15 of every kind, with pictures and without, come out as they came in', async () => {
    const by = await desk.signIn();
    const extras = { explanation: 'Because.', image: PICTURE, blind: false };
    const questions = [
      ...ONE_OF_EACH,
      ...ONE_OF_EACH.map((question) => ({ ...question, ...extras, quiz: `${question.quiz}!` })),
      { ...SEVERAL, quiz: 'Fixed?', fixedOrder: true as const, points: 2 as const },
      { ...SPOT, quiz: 'Whole?', whole: true as const },
    ].map((question, n) => ({ id: `q${n}`, kind: question.kind, ...writtenQuestion(question) }));
    const file = { version: 1, title: 'Every kind', language: 'en', questions };
    const { id, playable } = await desk.create(by, file);
    expect(playable).toBe(questions.length);
    const out = await desk.send('GET', `/sets/${id}/file`, by);
    expect(await out.json()).toEqual(file);
  });

  it.each([
    ['xlsx', limits.SHEET_TYPE, /\.xlsx"?$/],
    ['gift', 'text/plain', /\.txt"?$/],
  ])('R15.32 go out as %s and come back', async (format, type, name) => {
    const by = await desk.signIn();
    const { id } = await begin(by, [aQuestion('=Sky {T}?'), aQuestion('Sea?')]);
    const file = await desk.send('GET', `/sets/${id}/file?format=${format}`, by);
    expect(file.headers.get('content-type')).toContain(type);
    expect(file.headers.get('content-disposition')).toMatch(name);
    const bytes = Buffer.from(await file.arrayBuffer());
    const again = await desk.send('POST', '/sets', { 'content-type': type, ...by }, bytes);
    const made = (await again.json()) as CreatedSet;
    const { questions } = await desk.read<KeptSet>(`/sets/${made.id}`, by);
    const asked = questions.filter(isAsked).map(({ quiz, answers }) => [quiz, answers]);
    expect(asked).toEqual([
      ['=Sky {T}?', [2]],
      ['Sea?', [2]],
    ]);
    const unknown = desk.send('GET', `/sets/${id}/file?format=csv`, by);
    expect(await refusal(unknown)).toEqual([400, 'BAD_REQUEST']);
  });

  it('R15.15 take of a picture and its places what fits a draft', async () => {
    const by = await desk.signIn();
    const [place, ...others] = SPOT.places;
    const broken = {
      ...SPOT,
      image: { id: '../x', alt: '' },
      places: [place, { name: 'Nowhere' }, 7, ...others],
      targets: [{ x: -1, y: 0, rx: 1, ry: 1 }, ...SPOT.targets],
    };
    const { id } = await desk.create(by, { title: 'Broken', questions: [broken] });
    const { questions, playable } = await desk.read<KeptSet>(`/sets/${id}`, by);
    expect(playable).toBe(0);
    expect(questions).toMatchObject([{ places: SPOT.places, targets: SPOT.targets }]);
    expect(questions[0]?.image).toBeUndefined();
  });

  it('R18.5 are not played where what is said of a picture tells the answer', async () => {
    const by = await desk.signIn();
    const image = { ...PICTURE, alt: 'The blue sky' };
    const { id, faults, playable } = await begin(by, [
      aQuestion('Told?', { image }),
      aQuestion('Not told?', { image, answers: [1] }),
    ]);
    expect(playable).toBe(1);
    const message = 'This tells the right answer, “blue”.';
    expect(faults).toEqual({ 'Told?': [{ field: 'image', message }] });
    const korean = await desk.send('GET', `/sets/${id}`, { ...by, 'accept-language': 'ko' });
    expect(((await korean.json()) as KeptSet).faults['Told?']?.[0]?.message).toBe(
      '그림 설명에 정답이 들어 있어요: “blue”',
    );
  });

  it('R18.5 are played without words for a picture, except where players look for a place on it', async () => {
    const by = await desk.signIn();
    const { faults, playable } = await begin(by, [
      aQuestion('Plain?', { image: { ...PICTURE, alt: ' ' } }),
      aQuestion('Where?', { ...SPOT, id: 'spot', image: { ...PICTURE, alt: '' } }),
    ] as DraftQuestion[]);
    expect(playable).toBe(1);
    expect(faults).toEqual({
      spot: [{ field: 'image', message: 'Say what the picture shows.' }],
    });
  });

  it('R15.15 read a text without keeping it', async () => {
    const by = await desk.signIn();
    const before = await desk.read<KeptSetList>('/sets', by);
    const text = '1. Sky?\nA. red\nB. blue\nAnswer: B\n\n2. Sea?\nA. wet\nB. dry';
    const read = (await (await post('/read', { ...TEXT, ...by }, text)).json()) as ReadQuestions;
    expect(read.questions).toMatchObject([
      { kind: 'choice', quiz: 'Sky?', choices: ['red', 'blue'], answers: [2] },
      { quiz: 'Sea?', choices: ['wet', 'dry'], answers: [] },
    ]);
    expect(read.faulty).toMatchObject([{ row: 6 }]);
    expect((await desk.read<KeptSetList>('/sets', by)).total).toBe(before.total);
    expect(await refusal(post('/read', { ...TEXT, ...by }, ' '))).toEqual([400, 'BAD_QUIZ_FILE']);
    expect((await refusal(post('/read', TEXT, text)))[0]).toBe(401);
  });

  it('R15.16 are found by their labels', async () => {
    const by = await desk.signIn();
    const label = '5반 "100%"';
    const body = JSON.stringify({ ...aDraft('Labelled'), labels: [label, 'b'] });
    await post('/drafts', { ...JSON_TYPE, ...by }, body);
    const find = (wanted: string): Promise<KeptSetList> =>
      desk.read<KeptSetList>(`/sets?label=${encodeURIComponent(wanted)}`, by);
    expect(await find(label)).toMatchObject({ total: 1, sets: [{ labels: [label, 'b'] }] });
    expect((await find(label)).labels).toEqual(expect.arrayContaining([label, 'b']));
    for (const wanted of ['5반', '%', '5반 "1000"']) expect((await find(wanted)).total).toBe(0);
  });
});

/** A server for each way: both together are more changes than an account is let make at once (R15.8). */
describe.each(
  ENGINES.flatMap((kind) => [
    { kind, method: 'PUT', path: (id: string) => `/sets/${id}` },
    { kind, method: 'POST', path: () => '/drafts' },
  ]),
)('drafts, with $kind, sent by $method', ({ kind, method, path }) => {
  const desk = useDesk(kind);

  it('R15.14 are refused where they do not fit the form, and change nothing', async () => {
    const by = await desk.signIn();
    const { id } = await begun(desk, by, [aQuestion()]);
    const headers = { ...JSON_TYPE, ...by, 'if-match': '1' };
    const bad: object[] = [
      {},
      aDraft(''),
      aDraft('x'.repeat(200)),
      { ...aDraft(), labels: ['a', 'b', 'c', 'd', 'e', 'f'] },
      { ...aDraft(), labels: ['x'.repeat(99)] },
      { ...aDraft(), language: 'e_n' },
      { ...aDraft(), languages: ['en', 'EN'] },
      { ...aDraft(), more: 1 },
      aDraft('Twice', [aQuestion(), aQuestion()]),
      aDraft(
        'Many',
        Array.from({ length: 201 }, (_, n) => aQuestion(String(n))),
      ),
      ...[
        { id: '' },
        { quiz: 'x'.repeat(2_001) },
        { quiz: 7 },
        { choices: Array.from({ length: 21 }, String) },
        { answers: [0] },
        { answers: [1.5] },
        { points: 3 },
        { limitTime: '15' },
        { limitTime: 1e300 },
        { kind: 'essay' },
        { image: { id: '../../etc', alt: '' } },
        { targets: [{ x: -1, y: 0, rx: 1, ry: 1 }] },
        { other: 1 },
      ].map((change) => aDraft('Bad', [{ ...aQuestion(), ...change } as DraftQuestion])),
    ];
    for (const body of bad) {
      const written = JSON.stringify(body);
      const answer = await refusal(desk.send(method, path(id), headers, written));
      expect([written.slice(0, 99), answer]).toEqual([written.slice(0, 99), [400, 'BAD_REQUEST']]);
    }
    for (const body of ['', '{', '[]', 'null', '['.repeat(6_000)])
      expect((await refusal(desk.send(method, path(id), headers, body)))[0]).toBe(400);
    expect(await desk.read(`/sets/${id}`, by)).toMatchObject({ revision: 1, title: 'Draft' });
    expect(await begun(desk, by, [])).toMatchObject({ count: 0, playable: 0, faults: {} });
  });
});

describe('drafts of somebody who asks without end', () => {
  const desk = useDesk('SQLite');

  it('R15.15 read a text as often as changes may come', async () => {
    const headers = { ...TEXT, ...(await desk.signIn()), 'x-forwarded-for': '192.0.2.77' };
    const read = (): Promise<Response> => desk.send('POST', '/read', headers, '1. Sky?');
    const answers: number[] = [];
    const began = performance.now();
    for (let tries = 0; tries < 60; tries++) answers.push((await read()).status);
    // Two a second come on top of 40 at once.
    const most = 40 + Math.ceil((2 * (performance.now() - began)) / 1_000);
    const passed = answers.filter((status) => status === 200).length;
    expect(answers.slice(0, 40)).toEqual(Array(40).fill(200));
    expect(passed).toBeLessThanOrEqual(most);
    expect(answers.filter((status) => status !== 200)).toEqual(Array(60 - passed).fill(429));
  });
});
