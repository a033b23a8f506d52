import '../runs.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { settle } from '../../../../support/fake-clock.ts';
import { PAYLOADS } from '../../../../support/payloads.ts';
import { expectTexts } from '../../../../support/shown-as-text.ts';
import {
  dealt,
  ending,
  ends,
  judges,
  open,
  powers,
  press,
  run,
  startsAt,
  verdict,
} from '../runs.tsx';

const text = (place: number) => PAYLOADS[place % PAYLOADS.length] ?? '';

/** A level in which every text is a payload. */
const hostile = (level: number) => ({
  ...dealt(level),
  question: text(level),
  options: [1, 2, 3, 4].map((place) => text(level + place)),
});

const allOf = (level: number) => [hostile(level).question, ...hostile(level).options];

test('questions, options, what a power-up leaves and how a run ended are texts and nothing else', async () => {
  startsAt({ data: hostile(1), meta: run(1) });
  await open();
  await press('Kick off');
  expectTexts(...allOf(1));
  const skipped = { next: hostile(2), ended: null, answer: null, ticketBack: false };
  powers({ data: skipped, meta: run(2, { powerUps: [], used: { skip: 1 } }) });
  await press(/^Skip/);
  await settle();
  expectTexts(...allOf(2));
  const { data } = verdict(2, 'wrong', { answer: text(3) });
  judges({ data });
  ends(ending('wrong', 15));
  const [, second] = screen.getByRole('article').getElementsByTagName('button');
  if (second) fireEvent.click(second);
  await settle();
  expectTexts();
});
