import { Registration } from '@fundus/contract/accounts/forms';
import { findProblems } from '../../../components/forms/form-problems.ts';

/** Field → broken rule of what is to be sent. */
export const checkRegistration = (body: unknown): Record<string, string> => findProblems(Registration.safeParse(body).error?.issues);
