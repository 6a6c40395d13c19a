import type { AppError } from '@fundus/contract/errors';
import type { DeviceModel } from '@fundus/contract/lending/points/points';
import { useState, type ReactElement } from 'react';
import { problemTextAt } from '../../../components/forms/form-problems.ts';
import { useT } from '../../../i18n/translate.ts';
import { base64Of } from '../../../ui/base64.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';

type Props = {
  accept: string;
  icon: ReactElement;
  /** Text that is sent with the file: its field name, label and maximum length in characters. */
  words: { field: string; label: string; hint?: string; maxLength: number; required?: boolean };
  labels: { choose: string; other: string; add: string; adding: string };
  /** Returns the text that is filled in when a file is chosen. */
  wordsOf?: (file: File) => string;
  /** Returns the description of a chosen file. */
  describe: (file: File) => string;
  pending: boolean;
  error: AppError | null;
  onChoose?: () => void;
  onSend: (body: { words: string; content: string }, done: (model: DeviceModel) => void) => void;
  onChange: (model: DeviceModel) => void;
};

/** Adds a file to a model. The user chooses the file first and then describes it. */
export function FileUploadForm({ accept, icon, words, labels, wordsOf, describe, pending, error, onChoose, onSend, onChange }: Props) {
  const { t, locale } = useT();
  const [file, setFile] = useState<File | null>(null);
  const [value, setValue] = useState('');
  const formatError = (problem: Parameters<typeof refusalText>[1]) => refusalText(t, problem, locale);
  const choose = (chosen: File) => {
    setFile(chosen);
    if (wordsOf) setValue(wordsOf(chosen));
    onChoose?.();
  };
  const send = async (chosen: File) =>
    onSend({ words: value, content: await base64Of(chosen) }, (changed) => {
      setFile(null);
      setValue('');
      onChange(changed);
    });
  return (
    <form
      className="lending-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (file) void send(file);
      }}
    >
      <FormProblem>{error && error.field !== words.field && formatError(error)}</FormProblem>
      <FileButton accept={accept} icon={icon} disabled={pending} onFile={choose}>
        {file ? labels.other : labels.choose}
      </FileButton>
      {file && (
        <>
          <p className="small-print">{describe(file)}</p>
          <TextField
            label={words.label}
            {...(words.hint !== undefined && { hint: words.hint })}
            maxLength={words.maxLength}
            value={value}
            error={problemTextAt(t, error, words.field, formatError)}
            onChange={({ target }) => setValue(target.value)}
          />
          <Button type="submit" variant="primary" disabled={pending || (words.required === true && value.trim() === '')}>
            {pending ? labels.adding : labels.add}
          </Button>
        </>
      )}
    </form>
  );
}
