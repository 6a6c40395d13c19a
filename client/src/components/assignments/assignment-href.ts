/** Addresses of assignments and results on the class page. */
import type { Step } from '@fundus/contract/assignments/assignments';
import { href } from '@fundus/contract/screens';
import { mediaHref } from '../media/media-context.ts';

/** Part of a film with its own title. Times are in seconds. */
export type Part = { title: string; start_s: number; end_s: number };

/** Contents of a new assignment: a media list, media, a part of one medium, or a copy of another assignment. */
type Begin = { list?: string; media?: readonly string[]; copy?: string; part?: Part | null };

export const assignmentsHref = (classId: string, archived = false): string =>
  href('class', { id: classId }, { tab: 'assignments', show: archived ? 'archived' : '' });

/** Returns the address of an assignment. `edit` opens the form. */
export const assignmentHref = (classId: string, id: string, { edit = false } = {}): string =>
  href('class', { id: classId }, { tab: 'assignments', assignment: id, edit: edit ? '1' : '' });

export const newAssignmentHref = (classId: string, { list = '', media = [], copy = '', part }: Begin = {}): string =>
  href(
    'class',
    { id: classId },
    {
      ...{ tab: 'assignments', assignment: 'new', list, media, copy },
      ...(part && { from: String(part.start_s), until: String(part.end_s), title: part.title }),
    },
  );

type ResultsOf = { learner?: string; assignment?: string; group?: string; step?: string | null };

/** Returns the address of the results of a class, a learner, a group or an assignment, optionally with one step selected. */
export const resultsHref = (classId: string, { step, ...of }: ResultsOf = {}): string =>
  href('class', { id: classId }, { tab: 'results', ...of, ...(step && { step }) });

/** Returns the address of the page that shows a step's medium within the assignment. */
export function stepHref(
  classId: string,
  assignmentId: string,
  { id, kind, identifier }: Pick<Step, 'id' | 'kind' | 'identifier'>,
): string {
  const as = kind === 'app' || kind === 'book' ? kind : 'media';
  return `${mediaHref({ class: classId, kind: as }, identifier ?? '')}?${new URLSearchParams({ assignment: assignmentId, step: id })}`;
}

export type AssignmentView = {
  /** Id of an assignment, or `new` for the form of a new one. */
  assignment: string | null;
  edit: boolean;
  archived: boolean;
  learner: string | null;
  /** Step selected in the results of a learner or an assignment. */
  step: string | null;
  group: string | null;
  begin: { list: string | null; media: readonly string[]; copy: string | null; part: Part | null };
};

/** Returns the part of a film from the query string, or `null` if title or times are invalid. */
function readPart(query: URLSearchParams): Part | null {
  const [start_s, end_s] = [Number(query.get('from') ?? NaN), Number(query.get('until') ?? NaN)];
  const title = (query.get('title') ?? '').trim().slice(0, 80);
  return start_s >= 0 && end_s > start_s && title !== '' ? { title, start_s, end_s } : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function readAssignmentView(search: string): AssignmentView {
  const query = new URLSearchParams(search);
  const uuid = (name: string) => (UUID.test(query.get(name) ?? '') ? query.get(name) : null);
  return {
    assignment: query.get('assignment') === 'new' ? 'new' : uuid('assignment'),
    edit: query.get('edit') === '1',
    archived: query.get('show') === 'archived',
    learner: uuid('learner'),
    step: uuid('step'),
    group: uuid('group'),
    begin: {
      list: uuid('list'),
      media: (query.get('media') ?? '').split('|').filter(Boolean).slice(0, 30),
      copy: uuid('copy'),
      part: readPart(query),
    },
  };
}
