const query = window.matchMedia('(min-width: 60em)');
let matches = $state(query.matches);
query.addEventListener('change', () => (matches = query.matches));

/** Whether there is room for panels beside the arena. */
export const wideScreen = {
  get matches(): boolean {
    return matches;
  },
};
