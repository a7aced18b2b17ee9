/** Seconds as clocks show them: 4:34, or 1:00:00. */
export function clockText(left: number): string {
  const two = (part: number): string => String(part % 60).padStart(2, '0');
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left)}` : `${minutes}:${two(left)}`;
}

/** Counts the seconds until a server time, four times a second; null where there is none. */
export function secondsLeft(
  endTime: () => number | null,
  now: () => number,
): { readonly seconds: number | null; readonly text: string } {
  let seconds = $state<number | null>(null);
  $effect(() => {
    const end = endTime();
    if (end === null) {
      seconds = null;
      return;
    }
    const read = (): void => void (seconds = Math.max(0, Math.ceil((end - now()) / 1000)));
    read();
    const timer = setInterval(read, 250);
    return () => clearInterval(timer);
  });
  return {
    get seconds() {
      return seconds;
    },
    get text() {
      return clockText(seconds ?? 0);
    },
  };
}
