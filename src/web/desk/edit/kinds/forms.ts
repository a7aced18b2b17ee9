import type { Component } from 'svelte';
import type { QuestionKind } from '../../../../protocol/question.js';
import ChoiceForm from './ChoiceForm.svelte';
import type { FormProps } from './form.js';
import GuessForm from './GuessForm.svelte';
import MatchForm from './MatchForm.svelte';
import MapForm from './MapForm.svelte';
import NumberForm from './NumberForm.svelte';
import OrderForm from './OrderForm.svelte';
import OxForm from './OxForm.svelte';
import PicturesForm from './PicturesForm.svelte';
import PollForm from './PollForm.svelte';
import ScaleForm from './ScaleForm.svelte';
import SpotForm from './SpotForm.svelte';
import StatementsForm from './StatementsForm.svelte';
import TypedForm from './TypedForm.svelte';
import WalkTimeField from './WalkTimeField.svelte';

export const FORMS: Record<QuestionKind, Component<FormProps>> = {
  choice: ChoiceForm,
  pictures: PicturesForm,
  ox: OxForm,
  number: NumberForm,
  spot: SpotForm,
  poll: PollForm,
  scale: ScaleForm,
  typed: TypedForm,
  words: WalkTimeField,
  statements: StatementsForm,
  order: OrderForm,
  match: MatchForm,
  guess: GuessForm,
  map: MapForm,
};
