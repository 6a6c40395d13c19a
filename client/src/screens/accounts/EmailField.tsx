import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/Field.tsx';

/** Shows a field for the user's own e-mail address. */
export const EmailField = (props: ComponentProps<typeof TextField>) => (
  <TextField type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} maxLength={254} {...props} />
);
