/** The functions of ack-echo.yml: messages that have to come back as they were sent. */
import { performance } from 'node:perf_hooks';
import {
  Recorder,
  Settings,
  leaveRootNamespace,
  type Done,
  type Metrics,
  type VirtualUser,
} from './run.js';

/** As the other echo profiles have it, in bytes. */
const MESSAGE_BYTES = 8;

let recorder: Recorder | undefined;
let serial = 0;
let unfinished = 0;
const sentAt = new WeakMap<VirtualUser, number>();

function theRecorder(): Recorder {
  if (recorder === undefined) throw new Error('takeLine comes first');
  return recorder;
}

export function takeLine(user: VirtualUser, metrics: Metrics, done: Done): void {
  leaveRootNamespace(user);
  if (recorder === undefined) {
    recorder = new Recorder(metrics, new Settings(user.vars).resultFile);
    for (const name of ['sent', 'returned']) recorder.set(name, 0);
    unfinished = new Settings(user.vars).number('arrivals');
  }
  done();
}

/** The file's `match` compares what comes back with this. */
export function compose(user: VirtualUser, _metrics: Metrics, done: Done): void {
  theRecorder().count('sent');
  user.vars['message'] = (serial++).toString(16).padStart(MESSAGE_BYTES, '0');
  sentAt.set(user, performance.now());
  done();
}

/** Runs only when the acknowledgement held the message. */
export function returned(user: VirtualUser, _metrics: Metrics, done: Done): void {
  theRecorder().count('returned');
  theRecorder().latency('echo', performance.now() - (sentAt.get(user) ?? 0));
  done();
}

export function hangUp(_user: VirtualUser, _metrics: Metrics, done: Done): void {
  unfinished--;
  if (unfinished === 0) theRecorder().finish();
  done();
}
