import type { Running } from './running.js';

interface SecondStart {
  dataDir: string;
  /** Undefined where it does not say who it is. */
  other: Running | undefined;
  /** Whether somebody wants to see a page, as after a double click. */
  opens: boolean;
  open: (running: Running & { port: number }) => Promise<void>;
  say: (text: string) => void;
}

/** For a start that finds the data folder taken. Returns its exit code. */
export async function meetRunning(start: SecondStart): Promise<number> {
  const { dataDir, other, opens, open, say } = start;
  if (other?.port == null) {
    say(
      `Madang cannot start: another process uses ${dataDir} and does not say where it listens.\n` +
        `다른 프로그램이 ${dataDir} 폴더를 쓰고 있어서 시작할 수 없어요.\n`,
    );
    return 1;
  }
  const { pid, port } = other;
  say(
    `Madang is running already: http://localhost:${port} (process ${pid}, data in ${dataDir})\n` +
      `이미 실행 중이에요: http://localhost:${port}\n`,
  );
  if (opens) {
    await open({ ...other, port });
    return 0;
  }
  say('For another one beside it, set DATA_DIR to another folder, or ROOMS=memory.\n');
  return 1;
}
