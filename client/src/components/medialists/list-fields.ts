/** Form values of a list. */
import type { ListVisibility, Medialist } from '@fundus/contract/medialists/medialists';

export type ListValues = {
  title: string;
  description: string;
  visibility: ListVisibility;
  subjects: string[];
  grades: number[];
  /** Day in ISO format, or '' if not set. */
  planned_for: string;
  cover: string;
};

export const createListValues = (visibility: ListVisibility): ListValues => ({
  title: '',
  description: '',
  visibility,
  subjects: [],
  grades: [],
  planned_for: '',
  cover: 'auto',
});

export const valuesOf = ({ title, description, visibility, subjects, grades, planned_for, cover_choice }: Medialist): ListValues => ({
  ...{ title, description, visibility, grades, cover: cover_choice },
  subjects: subjects.map(({ code }) => code),
  planned_for: planned_for ?? '',
});

/** Returns the values as request body. */
export const bodyOf = ({ planned_for, ...others }: Partial<ListValues>) => ({
  ...others,
  ...(planned_for !== undefined && { planned_for: planned_for || null }),
});
