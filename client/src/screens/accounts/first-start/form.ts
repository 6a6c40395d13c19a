/** Values of the setup form, with the draft and the validation of each step. */
import { FirstStartDraft, FirstStartForm, type FirstStartState, type FirstStartStep } from '@fundus/contract/first-start/first-start';
import { Operator, type OperatorField } from '@fundus/contract/legal/content';
import { findProblems } from '../../../components/forms/form-problems.ts';

export type OperatorKey = `operator.${OperatorField}`;
export const operatorKey = (field: OperatorField): OperatorKey => `operator.${field}`;

const FIELDS = Object.keys(Operator.shape) as OperatorField[];

export type Values = Record<OperatorKey, string> & {
  district: string;
  languages: readonly string[];
  productName: string;
  primaryColor: string;
  vorname: string;
  name: string;
  email: string;
  password: string;
};

export function valuesOf({ draft, languages }: FirstStartState): Values {
  const { operator, languages: chosen, ...rest } = draft;
  const shown = chosen ?? languages.filter(({ enabled }) => enabled).map(({ code }) => code);
  const ofOperator = Object.fromEntries(FIELDS.map((field) => [operatorKey(field), operator[field]])) as Record<OperatorKey, string>;
  return { ...rest, ...ofOperator, languages: shown, password: '' };
}

export function draftOf(values: Values): FirstStartDraft {
  const { district, languages, productName, primaryColor, vorname, name, email } = values;
  const operator = Object.fromEntries(FIELDS.map((field) => [field, values[operatorKey(field)].trim()])) as Operator;
  return { district, languages: [...languages], productName, primaryColor, vorname, name, email: email.trim(), operator };
}

/** Returns the step that contains a field. */
export const findStep = (field: string): FirstStartStep =>
  field.startsWith('operator')
    ? 'operator'
    : field === 'district' || field === 'languages'
      ? 'district'
      : field === 'productName' || field === 'primaryColor'
        ? 'look'
        : 'administrator';

/** Returns the errors of a step's fields. */
export function findStepProblems(step: FirstStartStep, values: Values): Record<string, string> {
  const draft = draftOf(values);
  const found = findProblems(FirstStartDraft.safeParse(draft).error?.issues);
  const last =
    step === 'administrator' ? findProblems(FirstStartForm.safeParse({ ...draft, password: values.password }).error?.issues) : {};
  const missing = {
    ...(step === 'district' && values.district.trim() === '' && { district: 'required' }),
    ...(step === 'look' && values.productName.trim() === '' && { productName: 'required' }),
  };
  return Object.fromEntries(Object.entries({ ...found, ...last, ...missing }).filter(([field]) => findStep(field) === step));
}
