/** Sends mails through the mail server, or writes them to files if none is configured. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { PermanentFailure, ServiceUnavailableError } from '../jobs/runner.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { signUnsubscribe, UNSUBSCRIBE_PATH } from './unsubscribe.ts';
import { composeHtml, composeText, LOGO_CID, type Mail, type MailTheme } from './compose.ts';

type MailerOptions = {
  /** Mail server, such as `smtp://user:password@host:port` or `smtps://…`. */
  smtpUrl?: string | undefined;
  /** Folder to which mails are written if there is no mail server. */
  folder: string;
  /** Sender address. Defaults to an address at the host of the portal. */
  from?: string | undefined;
  publicUrl?: string | undefined;
  /** Returns the appearance of mails. Called for each mail, because the administrator may change the appearance. */
  look: () => Promise<MailTheme>;
  /** Secret that signs the unsubscribe links. */
  secret: string;
};

/** A queued mail. `id` is the same in each attempt. */
type QueuedMail = { id: string; createdAt: Date };

export type Mailer = { from: string; send(mail: Mail, posted: QueuedMail): Promise<void>; close(): void };

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };
/** Prevents reading files or URLs, because mails consist of texts only. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

export function openMailer(options: MailerOptions): Mailer {
  const host = options.publicUrl ? new URL(options.publicUrl).hostname : 'localhost';
  const from = options.from ?? `portal@${host}`;
  const { folder, smtpUrl } = options;
  const transport = smtpUrl
    ? createTransport({ url: smtpUrl, ...TIMEOUTS, ...CLOSED })
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...CLOSED });

  const composeMessage = async (mail: Mail, { id }: QueuedMail): Promise<SendMailOptions> => {
    const look = { ...(await options.look()), publicUrl: options.publicUrl };
    return {
      from: { address: from, name: look.portalName },
      to: addressOf(mail.to),
      ...(mail.replyTo && { replyTo: addressOf(mail.replyTo) }),
      subject: mail.subject,
      text: composeText(mail, look),
      html: composeHtml(mail, look),
      ...(look.logo && {
        attachments: [{ filename: 'logo.png', content: look.logo.png, cid: LOGO_CID, contentDisposition: 'inline' as const }],
      }),
      // If the process dies before a sent mail is recorded, the mail is sent again with the same Message-ID.
      messageId: `<${id}@${from.split('@').at(-1)}>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'Content-Language': mail.language,
        ...unsubscribeHeaders(mail, options),
      },
    };
  };

  return {
    from,
    send: async (mail, posted) => {
      try {
        const sent = await transport.sendMail(await composeMessage(mail, posted));
        if (!smtpUrl) await writeMailFile(folder, posted, (sent as unknown as { message: Buffer }).message);
      } catch (error) {
        const { message } = error as Error;
        if (isRefused(error)) throw new PermanentFailure(message);
        throw isOfOneMail(error) ? error : new ServiceUnavailableError(message);
      }
    },
    close: () => transport.close(),
  };
}

/** Returns the headers for one-click unsubscribe (RFC 2369, RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: Mail, { publicUrl, secret }: MailerOptions): Record<string, string> =>
  unsubscribe && publicUrl
    ? {
        'List-Unsubscribe': `<${publicUrl}${UNSUBSCRIBE_PATH}/${signUnsubscribe(secret, unsubscribe)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {};

const addressOf = ({ address, name }: Mail['to']) => ({ address, name: name ?? '' });

/** Returns whether the server rejected the recipient permanently. Other errors may be temporary. */
function isRefused(error: unknown): boolean {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  return code === 'EENVELOPE' && (responseCode === undefined || (command === 'RCPT TO' && responseCode >= 500));
}

/** Returns whether the error concerns only this mail, for example because of greylisting or invalid content, so that other mails can be sent. */
function isOfOneMail(error: unknown): boolean {
  const { code = '', command = '' } = error as { code?: string; command?: string };
  return ['RCPT TO', 'DATA'].includes(command) || code === 'EMESSAGE' || !/^E[A-Z]+$/.test(code);
}

/** Writes a mail to a file. The file name is the same in each attempt. */
async function writeMailFile(folder: string, { id, createdAt }: QueuedMail, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${id}.eml`);
  await replaceFile(path, content);
}
