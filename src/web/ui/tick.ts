/** Sends what a box was set to. It shows what the room has: when the command fails, the tick goes back. */
export async function tick(
  { currentTarget: box }: { currentTarget: HTMLInputElement },
  send: (on: boolean) => Promise<{ ok: boolean }>,
): Promise<void> {
  const on = box.checked;
  const { ok } = await send(on);
  if (!ok) box.checked = !on;
}
