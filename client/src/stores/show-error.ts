import type { AppError } from '@fundus/contract/errors';
import { t } from '../i18n/translate.ts';
import { showSnackbar } from './snackbar.ts';

/** Shows the message of an error in a snackbar, for writes that have no form to show it. */
export const showError = ({ code }: AppError): void => showSnackbar({ text: t(`error.${code}`, { name: '' }), type: 'error' });
