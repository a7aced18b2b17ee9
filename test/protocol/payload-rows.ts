/** What several commands take and refuse alike. */
export const PIN = '012345';

export interface Row {
  /** Payload and, where it differs, what the handler gets. */
  good: [payload: object, output?: object][];
  bad: object[];
}

export const flags = (field: string): Row => ({
  good: [
    [{ [field]: true }],
    [{ [field]: false, gameId: PIN }],
    [{ [field]: 'false' }, { [field]: false }],
  ],
  bad: [{}, { [field]: 1 }, { [field]: 'yes' }, { [field]: null }, { [field]: [] }],
});
export const hostOnly: Row = {
  good: [[{}], [{ gameId: PIN }], [{ gameId: 123_456 }, { gameId: '123456' }]],
  bad: [{ gameId: '12345' }, { gameId: null }, { gameId: Number.NaN }, { gameId: {} }],
};
export const longId = 'x'.repeat(65);
export const OPTION_FAULTS = [
  { title: '' },
  { title: ' ' },
  { title: 'a'.repeat(41) },
  { title: 1 },
  { gameMode: 'ranking' },
  { gameMode: 0 },
  { maxPlayerCount: 1 },
  { maxPlayerCount: 65_536 },
  { maxPlayerCount: 2.5 },
  { maxPlayerCount: Number.NaN },
  { maxPlayerCount: Number.POSITIVE_INFINITY },
  { maxPlayerCount: '1e3' },
  { maxPlayerCount: '-5' },
  { maxPlayerCount: '' },
  { isPublic: 'TRUE' },
  { isPublic: 1 },
];

export const thatPhase: Row = {
  good: [[{ version: 0 }], [{ version: 7, gameId: '123456' }]],
  bad: [{}, { version: -1 }, { version: 1.5 }, { version: '3' }, { version: null }],
};

export const thatMessage: Row = {
  good: [[{ id: 1 }, { id: 1, audience: 'living' }], [{ id: 7, audience: 'ghosts', gameId: PIN }]],
  bad: [{}, { id: 0 }, { id: 1.5 }, { id: '1' }, { id: 1, audience: 'all' }],
};

export const chat: Row = {
  good: [
    [{ message: ' hi ' }, { message: 'hi' }],
    [{ message: 'a'.repeat(200), gameId: PIN, near: false }],
    [
      { message: 'hi', near: 'true' },
      { message: 'hi', near: true },
    ],
  ],
  bad: [
    {},
    { message: '' },
    { message: '  ' },
    { message: 1 },
    { message: 'a'.repeat(201) },
    { message: ['a'] },
    { message: 'a', near: 1 },
    { message: 'a', near: null },
    { message: 'a', near: 'near' },
    { message: '', near: true },
    { near: true },
  ],
};
