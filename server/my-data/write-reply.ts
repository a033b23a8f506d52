import type { Section } from './own-data.ts';

/** Writes the reply piece by piece, because the data of a long-time player could fill the memory. */
export async function* writeReply(sections: readonly Section[]): AsyncGenerator<string, void> {
  yield '{"status":true,"data":{';
  let isFirst = true;
  for (const { name, read } of sections) {
    yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    const value = read();
    if (value instanceof Promise) yield JSON.stringify((await value) ?? null);
    else yield* writeRows(value);
  }
  yield '}}';
}

async function* writeRows(rows: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  yield '[';
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? '' : ','}${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield ']';
}
