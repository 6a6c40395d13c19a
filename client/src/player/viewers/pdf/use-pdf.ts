import { useEffect, useState } from 'react';
import { openPdf, type PdfDocument } from './pdf.ts';

type PasswordRequest = { wrong: boolean; answer: (password: string) => void };
type Opened = { pdf: PdfDocument | null; failed: 'broken' | 'unavailable' | null; asked: PasswordRequest | null };

/** Opens the document at an address. `asked` is set while the document requires a password. */
export function usePdf(href: string): Opened {
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  const [failed, setFailed] = useState<'broken' | 'unavailable' | null>(null);
  const [asked, setAsked] = useState<PasswordRequest | null>(null);
  useEffect(() => {
    let wanted = true;
    const unmounted = new AbortController();
    const askPassword = (wrong: boolean): Promise<string> =>
      new Promise((resolve) => {
        const answer = (password: string): void => {
          setAsked(null);
          resolve(password);
        };
        if (wanted) setAsked({ wrong, answer });
      });
    const opening = openPdf(href, askPassword, unmounted.signal);
    opening.then(
      (document) => wanted && setPdf(document),
      (error: Error) => wanted && setFailed(error.name === 'InvalidPDFException' ? 'broken' : 'unavailable'),
    );
    return () => {
      wanted = false;
      unmounted.abort();
      setPdf(null);
      setAsked(null);
      opening.then(
        (document) => document.close(),
        () => undefined,
      );
    };
  }, [href]);
  return { pdf, failed, asked };
}
