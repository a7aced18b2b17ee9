import { describe, expect, it } from 'vitest';
import { FormSync } from '../../src/web/host/form-sync.js';

const START = { title: 'Yard', lives: 1, pacing: 'auto' };

describe('a form that follows the room', () => {
  it('keeps a second change while the first one comes back', () => {
    const sync = new FormSync<typeof START>();
    let form = { ...START, ...sync.follow(START) };
    form.lives = 2;
    expect(sync.changes(form)).toEqual({ lives: 2 });
    form.pacing = 'host';
    expect(sync.changes(form)).toEqual({ pacing: 'host' });
    form = { ...form, ...sync.follow({ ...START, lives: 2 }) };
    expect(form).toEqual({ title: 'Yard', lives: 2, pacing: 'host' });
    form.title = 'Hall';
    // Nothing that would take back what is on its way.
    expect(sync.changes(form)).toEqual({ title: 'Hall' });
  });

  it('shows what another host has changed, and leaves what is being typed', () => {
    const sync = new FormSync<typeof START>();
    const form = { ...START, ...sync.follow(START) };
    form.title = 'Half a wo';
    expect(sync.follow({ ...START, lives: 3 })).toEqual({ lives: 3 });
    form.lives = 3;
    expect(sync.changes(form)).toEqual({ title: 'Half a wo' });
  });

  it('sends a change back to what it was, before the room has told of the change', () => {
    const sync = new FormSync<typeof START>();
    sync.follow(START);
    sync.changes({ ...START, lives: 2 });
    expect(sync.changes(START)).toEqual({ lives: 1 });
  });

  it('goes back to the room when something was refused', () => {
    const sync = new FormSync<typeof START>();
    sync.follow(START);
    sync.changes({ ...START, lives: 2 });
    expect(sync.reset()).toEqual(START);
    expect(sync.changes(START)).toEqual({});
  });
});
