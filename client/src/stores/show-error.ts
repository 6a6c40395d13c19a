import type { AppError } from '@fundus/contract/errors';
import { t } from '../i18n/translate.ts';
import { showSnackbar } from './snackbar.ts';

/** Shows the text of an error code as a snackbar, for a write without a form that shows its error. */
export const showError = ({ code }: AppError): void => showSnackbar({ text: t(`error.${code}`, { name: '' }), type: 'error' });
