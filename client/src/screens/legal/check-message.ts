import { ContactMessage } from '@fundus/contract/legal/contact-message';
import { findProblems } from '../../components/forms/form-problems.ts';

/** Field → broken rule, by the contract's own schema: as much script as a screen, so it is a file of its own. */
export const checkMessage = (body: unknown): Record<string, string> => findProblems(ContactMessage.safeParse(body).error?.issues);
