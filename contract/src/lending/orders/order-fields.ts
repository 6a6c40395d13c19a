/** Fields of an order and its period, as the client sends them. */
import { z } from 'zod';
import { count, day, line, text } from '../../fields.ts';
import { lessonsOrNone } from '../calendar/lessons.ts';
import { DELIVERIES } from '../states.ts';

export const TITLE_LENGTH = 80;
export const PURPOSE_LENGTH = 500;

export const orderFields = {
  title: line(TITLE_LENGTH).min(1),
  purpose: text(PURPOSE_LENGTH).default(''),
  contact: line(200).default(''),
  terms_version: count.default(0),
  /** Way of delivery. `courier` uses a tour of the lending point, and `post` the postal service. */
  delivery: z.enum(DELIVERIES).default('pickup'),
};

export const period = { start: day, end: day, lessons: lessonsOrNone };
export const areDaysInOrder = ({ start, end }: { start: string; end: string }): boolean => start <= end;
export const endsBeforeItBegins = { path: ['end'], message: 'min' };
