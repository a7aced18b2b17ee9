/** The form of each kind, under the name of the kind. */
export { default as choice } from './ChoiceForm.svelte';
export { default as number } from './NumberForm.svelte';
export { default as ox } from './OxForm.svelte';
export { default as poll } from './PollForm.svelte';
export { default as scale } from './ScaleForm.svelte';
export { default as spot } from './SpotForm.svelte';
