import type { ComponentProps } from 'react';
import type { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import '../schools.css';

const PROPS = {
  name: { maxLength: 160, required: true },
  number: { maxLength: 20, required: true },
  kind: { maxLength: 80 },
  street: { maxLength: 120 },
  postcode: { maxLength: 5, inputMode: 'numeric' },
  city: { maxLength: 80 },
  email: { maxLength: 254, type: 'email' },
  phone: { maxLength: 30, type: 'tel' },
  website: { maxLength: 300, type: 'url', placeholder: 'https://' },
} satisfies Record<string, Partial<ComponentProps<typeof TextField>>>;

export type FieldName = keyof typeof PROPS;

type Props = {
  names: readonly FieldName[];
  text: ReturnType<typeof useFields<Record<FieldName, string>>>['text'];
  /** Pattern that the school number must match. */
  pattern?: string;
};

/** Fields for the name, number, address and contact details of a school. */
export function SchoolFields({ names, text, pattern = '' }: Props) {
  const { t } = useT();
  return (
    <div className="school-fields">
      {names.map((name) => (
        <TextField
          key={name}
          {...PROPS[name]}
          label={t(`schools.field.${name}`)}
          {...(name === 'number' && pattern !== '' && { hint: t('schools.number.pattern', { pattern }) })}
          {...text(name)}
        />
      ))}
    </div>
  );
}
