/** Values of the assignment form and their conversion to the request body. Pure. */
import {
  MAX_STEPS,
  type Assignment,
  type Completion,
  type CountedAttempt,
  type NewStep,
  type Step,
} from '@fundus/contract/assignments/assignments';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import type { ListItem } from '@fundus/contract/medialists/items';
import type { MessageKey } from '@fundus/contract/messages';
import { parseDateTimeInput, formatDateTimeInput } from '../../../i18n/berlin-time.ts';
import { formatDuration } from '../../../i18n/format.ts';
import { parseDay } from '../../../i18n/read-day.ts';
import { parseTime } from '../../../i18n/parse-time.ts';

export type StepValues = {
  key: string;
  /** A medium with `start` and `end` is a part of that medium. */
  kind: 'medium' | 'external' | 'text';
  identifier: string;
  /** Title of a part, a link or a text. */
  title: string;
  url: string;
  task: string;
  completion: Completion;
  /** Pass mark in percent, as typed. */
  pass: string;
  start: string;
  end: string;
};

export type AssignmentValues = {
  title: string;
  instructions: string;
  from: string;
  /** Local date and time, such as `2026-11-21T20:00`. */
  due: string;
  /** Maximum number of attempts. Empty means no limit. */
  attempts: string;
  counts: CountedAttempt;
  /** Number of days before the due date, as typed. 0 means no reminder. */
  remind: string;
  to: { whole: boolean; groups: readonly string[]; members: readonly string[] };
  steps: readonly StepValues[];
};

export const NO_VALUES: AssignmentValues = {
  ...{ title: '', instructions: '', from: '', due: '', attempts: '', counts: 'best', remind: '1' },
  to: { whole: true, groups: [], members: [] },
  steps: [],
};

/** Default pass mark in percent. */
const USUAL_PASS = '60';

export const isTimed = (item: Pick<MediaItem, 'viewer'> | undefined): boolean => item?.viewer === 'video' || item?.viewer === 'audio';

/** Returns the possible completion rules of a step, starting with the default. */
export function completionsOf(kind: StepValues['kind'], item: Pick<MediaItem, 'viewer'> | undefined): readonly Completion[] {
  if (kind !== 'medium') return ['self_marked', 'answer_text'];
  if (item?.viewer === 'h5p') return ['score', 'viewed', 'self_marked', 'answer_text'];
  if (item?.viewer === 'package') return ['viewed', 'score', 'self_marked', 'answer_text'];
  if (item?.viewer === 'link' || item?.viewer === 'none') return ['self_marked', 'viewed', 'answer_text'];
  return ['viewed', 'self_marked', 'answer_text'];
}

let made = 0;
/** Returns a unique key for a step that has no id yet. */
const newKey = (): string => `new-${(made += 1)}`;

const EMPTY = { identifier: '', title: '', url: '', task: '', pass: USUAL_PASS, start: '', end: '' };

export const mediumStep = (item: Pick<MediaItem, 'identifier' | 'viewer'>): StepValues => ({
  ...{ ...EMPTY, key: newKey(), kind: 'medium', identifier: item.identifier },
  completion: completionsOf('medium', item)[0]!,
});

export const partStep = (
  item: Pick<MediaItem, 'identifier' | 'viewer'>,
  part: { title: string; start_s: number; end_s: number },
): StepValues => ({
  ...mediumStep(item),
  ...{ title: part.title, start: formatDuration(part.start_s), end: formatDuration(part.end_s) },
});

export const linkStep = (url: string, title: string): StepValues => ({
  ...{ ...EMPTY, key: newKey(), kind: 'external', url, title },
  completion: 'self_marked',
});

export const textStep = (title: string, completion: Completion): StepValues => ({
  ...EMPTY,
  key: newKey(),
  kind: 'text',
  title,
  completion,
});

/** Returns a step for each list item that learners can see, with the item's note as task. */
export const stepsOfList = (items: readonly ListItem[]): StepValues[] =>
  items
    .filter(({ visible_to_learners }) => visible_to_learners)
    .flatMap((item): StepValues[] => {
      if (item.kind === 'external') return [{ ...linkStep(item.url ?? '', item.title), task: item.note_learner }];
      if (item.identifier === null || item.item === null) return [];
      const step =
        item.kind === 'sequence'
          ? partStep(item.item, { title: item.title, start_s: item.start_s ?? 0, end_s: item.end_s ?? 0 })
          : mediumStep(item.item);
      return [{ ...step, task: item.note_learner }];
    })
    .slice(0, MAX_STEPS);

const stepValues = (step: Step): StepValues => ({
  ...EMPTY,
  key: step.id,
  kind: step.kind === 'external' || step.kind === 'text' ? step.kind : 'medium',
  identifier: step.identifier ?? '',
  title: step.identifier === null || step.kind === 'sequence' ? step.title : '',
  url: step.url ?? '',
  task: step.task,
  completion: step.completion,
  pass: step.pass_percent === null ? USUAL_PASS : String(step.pass_percent),
  start: step.start_s === null ? '' : formatDuration(step.start_s),
  end: step.end_s === null ? '' : formatDuration(step.end_s),
});

export const valuesOf = (one: Assignment): AssignmentValues => ({
  ...{ title: one.title, instructions: one.instructions, from: one.visible_from ?? '', due: formatDateTimeInput(one.due_at) },
  ...{ attempts: one.attempts === null ? '' : String(one.attempts), counts: one.attempt_counts, remind: String(one.remind_days) },
  to: { whole: one.to.groups.length + one.to.members.length === 0, groups: one.to.groups, members: one.to.members },
  steps: one.contents.map(stepValues),
});

const isPart = ({ kind, start, end }: StepValues): boolean => kind === 'medium' && (start.trim() !== '' || end.trim() !== '');

function newStep(step: StepValues, titleOf: (identifier: string) => string): NewStep {
  const { kind, identifier, url, task, completion, start, end } = step;
  const terms = { task: task.trim(), completion, ...(completion === 'score' && { pass_percent: Number(step.pass) }) };
  if (kind === 'external') return { kind, url: url.trim(), title: step.title.trim(), ...terms };
  if (kind === 'text') return { kind, title: step.title.trim(), ...terms };
  if (!isPart(step)) return { kind, identifier, ...terms };
  const times = { start_s: parseTime(start) ?? 0, end_s: parseTime(end) ?? 0 };
  return { kind: 'sequence', identifier, title: step.title.trim() || titleOf(identifier).slice(0, 120), ...times, ...terms };
}

/** Returns the request body. `titleOf` returns the title of a medium by its identifier. */
export function bodyOf(values: Partial<AssignmentValues>, titleOf: (identifier: string) => string) {
  const { title, instructions, from, due, attempts, counts, remind, to, steps } = values;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(instructions !== undefined && { instructions: instructions.trim() }),
    ...(from !== undefined && { visible_from: from || null }),
    ...(due !== undefined && { due_at: parseDateTimeInput(due) }),
    ...(attempts !== undefined && { attempts: attempts === '' ? null : Number(attempts) }),
    ...(counts !== undefined && { attempt_counts: counts }),
    ...(remind !== undefined && { remind_days: Number(remind) }),
    ...(to !== undefined && { to: { groups: to.whole ? [] : [...to.groups], members: to.whole ? [] : [...to.members] } }),
    ...(steps !== undefined && { steps: steps.map((step) => newStep(step, titleOf)) }),
  };
}

type Asked = {
  now: Date;
  /** True if the due date was changed in this form. */ due: boolean;
  /** True if the assignment is saved as a draft, which needs no steps. */ draft: boolean;
};

/** Returns message keys of errors by request field. */
export function findProblems(values: AssignmentValues, { now, due, draft }: Asked): Record<string, MessageKey> {
  const problems: Record<string, MessageKey> = {};
  if (values.title.trim() === '') problems.title = 'assignment.title.missing';
  if (values.from !== '' && parseDay(values.from) === null) problems.visible_from = 'date.unreadable';
  const moment = parseDateTimeInput(values.due);
  if (values.due !== '' && moment === null) problems.due_at = 'assignment.due.unreadable';
  else if (moment !== null && due && (new Date(moment) <= now || (values.from !== '' && today(new Date(moment)) < values.from)))
    problems.due_at = 'assignment.due.wrong';
  const { whole, groups, members } = values.to;
  if (!whole && groups.length + members.length === 0) problems.to = 'assignment.to.missing';
  if (values.steps.length === 0 && !draft) problems.steps = 'assignment.steps.missing';
  values.steps.forEach((step, i) => {
    const problem = stepProblem(step);
    if (problem) problems[`steps.${i}`] = problem;
  });
  return problems;
}

function stepProblem(step: StepValues): MessageKey | null {
  if (step.kind !== 'medium' && step.title.trim() === '')
    return step.kind === 'text' ? 'assignment.step.text.missing' : 'assignment.step.title.missing';
  if (step.kind === 'external' && !(URL.canParse(step.url.trim()) && /^https?:/i.test(step.url.trim()))) return 'list.item.url.wrong';
  if (step.completion === 'score' && !/^(100|\d{1,2})$/.test(step.pass.trim())) return 'assignment.step.pass.wrong';
  if (!isPart(step)) return null;
  const [start, end] = [parseTime(step.start), parseTime(step.end)];
  return start === null || end === null || end - start < 1 ? 'excerpts.end.wrong' : null;
}

/** Moves a step before a position, starting at 0. */
export function moveStep<T extends { key: string }>(steps: readonly T[], key: string, before: number): readonly T[] {
  const at = steps.findIndex((step) => step.key === key);
  if (at < 0) return steps;
  const rest = steps.filter((step) => step.key !== key);
  const to = Math.min(Math.max(0, before > at ? before - 1 : before), rest.length);
  return [...rest.slice(0, to), steps[at]!, ...rest.slice(to)];
}
