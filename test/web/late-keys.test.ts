import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Not by its name: it needs the types of a browser, without which tests are compiled. */
const file = 'late-keys';
const { keepLateKeys } = (await import(`../../src/web/kinds/writing/${file}.ts`)) as {
  keepLateKeys: (page: EventTarget) => void;
};

class FakeElement {
  constructor(private readonly isField: boolean) {}

  matches(): boolean {
    return this.isField;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('Element', FakeElement);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('R16.14 keeps the rest of what is written at the bell from the arena, for a moment', () => {
  const page = new EventTarget();
  keepLateKeys(page);
  const heard: string[] = [];
  page.addEventListener('keydown', (event) => heard.push((event as Event & { code: string }).code));
  const press = (code: string, isField = false): void => {
    const target = new FakeElement(isField);
    const event = Object.assign(new Event('keydown'), { code });
    Object.defineProperty(event, 'target', { value: target });
    page.dispatchEvent(event);
  };
  for (const code of ['Digit4', 'Numpad5', 'KeyD', 'ArrowLeft']) press(code);
  // Elsewhere people write on.
  press('KeyA', true);
  expect(heard).toEqual(['ArrowLeft', 'KeyA']);
  vi.advanceTimersByTime(700);
  press('Digit4');
  expect(heard).toEqual(['ArrowLeft', 'KeyA', 'Digit4']);
});
