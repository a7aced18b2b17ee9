/** How far the clocks here are ahead of UTC, in minutes. */
export const utcOffset = (): number => -new Date().getTimezoneOffset();
