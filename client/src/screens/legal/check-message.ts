import { ContactMessage } from '@fundus/contract/legal/contact-message';
import { findProblems } from '../../components/forms/form-problems.ts';

/** Returns the broken rules by field. In a separate file, because the schema is as large as a screen. */
export const checkMessage = (body: unknown): Record<string, string> => findProblems(ContactMessage.safeParse(body).error?.issues);
