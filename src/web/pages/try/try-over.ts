/** The page with the recorded game says it to the page around it when the game is over. */
export const TRY_OVER = 'try-over';
