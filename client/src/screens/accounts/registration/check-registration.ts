import { Registration } from '@fundus/contract/accounts/forms';
import { findProblems } from '../../../components/forms/form-problems.ts';

/** Returns the broken rules by field. */
export const checkRegistration = (body: unknown): Record<string, string> => findProblems(Registration.safeParse(body).error?.issues);
