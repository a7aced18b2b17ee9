/** The living and the ghosts are told apart, each with ids of their own (R7, R8). */
export type Audience = 'living' | 'ghosts';
