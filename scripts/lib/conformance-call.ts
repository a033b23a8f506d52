import * as v from 'valibot';
import { type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { codesOf } from '../../src/contract/endpoint-codes.ts';
import { failureSchema } from '../../src/contract/envelope.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import { readRows } from '../../src/contract/rows.ts';

/** As long as a phone waits for an answer. */
const TIMEOUT_MS = 30_000;

/** What a call is made with. */
export type Asked = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
};

/** How a call was answered: with what fits the contract, or with faults. */
export type Finding = {
  endpoint: Endpoint;
  call: string;
  faults: string[];
  /** What fits and is worth a word. */
  remarks: string[];
  /** The body of the answer, where it is a 'yes' that fits. */
  yes: unknown;
};

/** Makes one call of an API and holds the answer against the contract. */
export async function tryCall(
  url: string,
  endpoint: Endpoint,
  { params = {}, query = {}, body, headers }: Asked,
): Promise<Finding> {
  const path = pathOf(endpoint, params);
  const address = new URL(`${url}${path}`);
  address.search = new URLSearchParams(query).toString();
  const call = `${endpoint.method} ${path}`;
  try {
    const response = await fetch(address, {
      method: endpoint.method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { endpoint, call, ...judge(endpoint, response.status, readJson(await response.text())) };
  } catch (error) {
    return { endpoint, call, ...fault(`no answer: ${reasonOf(error)}`) };
  }
}

type Judgement = Omit<Finding, 'endpoint' | 'call'>;

function judge(endpoint: Endpoint, status: number, body: unknown): Judgement {
  if (body === undefined) return fault(`HTTP ${status}: the body is not JSON`);
  const failure = v.safeParse(failureSchema, body);
  const isNo = failure.success && !failure.output.status;
  if (status >= 400) {
    const { code, message } = failure.success ? failure.output : {};
    return fault(
      `HTTP ${status}: ${code ?? 'no code'}: ${message ?? 'no message'}`,
      ...(isNo ? [] : ['the envelope of a failure has status: false']),
    );
  }
  const reply = readRows(endpoint.reply, body);
  if (!reply.success) return fault(...fieldsOf(reply.issues));
  if (reply.leftOut.length > 0) {
    return fault(
      ...fieldsOf(reply.leftOut).map((field) => `odd rows, which the app leaves out: ${field}`),
    );
  }
  return isNo ? judgeNo(endpoint, failure.output.code) : { faults: [], remarks: [], yes: body };
}

/** A 'no' fits where the flows expect one. */
function judgeNo(endpoint: Endpoint, code: string | null | undefined): Judgement {
  const expected: string[] = codesOf(endpoint).filter((known) => statusesOf(known).includes(200));
  if (expected.length === 0) return fault(`a 'no' (${code ?? 'no code'}) where none is expected`);
  const isKnown = code && expected.includes(code);
  const remark = isKnown ? `a 'no': ${code}` : `a 'no' without a code of the contract: ${code}`;
  return { faults: [], remarks: [remark], yes: null };
}

function statusesOf(code: ErrorCode): readonly number[] {
  return ERROR_CODES[code].statuses;
}

function fault(...faults: string[]): Judgement {
  return { faults, remarks: [], yes: null };
}

/** The fields that do not fit: of the same one in many rows the first, and how many there are. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const groups = Map.groupBy(issues, (issue) => {
    return `${v.getDotPath(issue)?.replaceAll(/\d+/g, '*')} ${issue.message}`;
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return `${v.getDotPath(first) ?? 'the envelope'}: ${first.message}${more}`;
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
