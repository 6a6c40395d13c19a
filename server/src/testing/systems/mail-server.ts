/** A local mail server for tests that accepts and parses all mails. */
import { text as readAll } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  url: string;
  /** Returns the mails to an address, oldest first. `all` contains the mails to all addresses. */
  to(address: string): Email[];
  all: Email[];
  /** Returns the path of the first link that contains `part` in the newest mail to the address. */
  link(address: string, part: string): string;
  close(): Promise<void>;
};

export async function mailServer(): Promise<MailServer> {
  const all: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      void readAll(stream).then(async (raw) => {
        all.push(await PostalMime.parse(raw));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const to = (address: string): Email[] =>
    all.filter((mail) => mail.to?.some((each) => each.address?.toLowerCase() === address.toLowerCase()));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
    all,
    to,
    link: (address, part) => {
      const found = (to(address).at(-1)?.text ?? '').match(/https?:\/\/\S+/g)?.find((each) => each.includes(part));
      if (!found) throw new Error(`no link with ${part} was sent to ${address}`);
      return found.replace(/^https?:\/\/[^/]+/, '');
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
