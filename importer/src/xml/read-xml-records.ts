/** Reads the records of an XML document of any length. An invalid record does not affect the others. */
import type { Source } from '../lines.ts';
import { decodeXml } from './decode-xml.ts';
import { Reader, XML_LIMITS, type XmlElement } from './read-xml.ts';
import { XmlRepair } from './repair-xml.ts';
import { XmlProblem } from './xml-problem.ts';

/** Record elements: a function that tests the path of an element, and the names of the elements. */
export type Records = { isRecord: (path: readonly string[]) => boolean; names: readonly string[] };

/** Yields the records of a document in constant memory. For a record that is not valid XML, yields its problem and continues with the next record. */
export async function* readXmlRecords(source: Source, records: Records): AsyncGenerator<XmlElement | XmlProblem> {
  const repair = new XmlRepair();
  const reader = new RecordReader(records, repair.entities);
  for await (const text of decodeXml(source, { lenient: true })) yield* reader.read(repair.write(text));
  yield* reader.read(repair.write('', true), true);
}

/** Reads records and resumes after an error. */
class RecordReader {
  private reader: Reader;
  private readonly start: RegExp;
  /** Text after an error that is searched for the next record; `null` if there was no error. */
  private sought: string | null = null;
  private line = 1;
  private parents: readonly string[] = [];
  private recovered = false;
  private readonly records: Records;
  private readonly entities: Record<string, string>;

  constructor(records: Records, entities: Record<string, string>) {
    this.records = records;
    this.entities = entities;
    this.start = new RegExp(`<(?:[\\w.-]{1,60}:)?(?:${records.names.join('|')})(?=[\\s>/])`);
    this.reader = this.begin();
  }

  *read(text: string, last = false): Generator<XmlElement | XmlProblem> {
    let rest = text;
    for (;;) {
      if (this.sought !== null) {
        const found = this.seek(rest);
        if (found === null) return;
        rest = found;
      }
      const { isInside } = this.reader;
      const problem = this.attempt(rest, last);
      const before = this.line - 1;
      for (const element of this.reader.take()) yield { ...element, line: element.line + before };
      if (!problem) return;
      // After an earlier error, an error between records may be a consequence: the open elements may differ from those in the document.
      if (!this.recovered || isInside || this.reader.isInside)
        yield new XmlProblem(problem.reason, { line: problem.line + before, column: problem.column }, problem.detail);
      rest = this.leave(rest);
    }
  }

  private attempt(text: string, last: boolean): XmlProblem | null {
    try {
      this.reader.write(text);
      if (last) this.reader.end();
      return null;
    } catch (error) {
      if (error instanceof XmlProblem) return error;
      throw error;
    }
  }

  /** Discards the current record and returns the text after the error. */
  private leave(text: string): string {
    const { reader } = this;
    this.line += reader.lineOfMistake - 1;
    this.parents = reader.parents;
    this.recovered = true;
    this.sought = '';
    return text.slice(reader.mistakeAt);
  }

  /** Returns the text from the start of the next record, or `null` if it contains none. */
  private seek(text: string): string | null {
    const all = this.sought! + text;
    const at = all.search(this.start);
    const passed = at >= 0 ? at : Math.max(0, all.length - MAX_START);
    this.line += countLines(all, passed);
    this.sought = at >= 0 ? null : all.slice(passed);
    if (at < 0) return null;
    this.reader = this.begin();
    return all.slice(at);
  }

  private begin(): Reader {
    const reader = new Reader(
      this.records.isRecord,
      { doctype: true, lenient: true, entities: this.entities, names: this.records.names },
      XML_LIMITS.record,
    );
    reader.open(this.parents);
    return reader;
  }
}

/** Maximum length of the start of a record element: `<`, prefix and name. */
const MAX_START = 100;

const countLines = (text: string, end: number): number => text.slice(0, end).split('\n').length - 1;
