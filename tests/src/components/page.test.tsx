import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { PageScreen } from '../../../src/components/page.tsx';

afterEach(() => history.replaceState(null, '', '/'));

/** A visit that begins at an address: no entry before it is ours. */
function visit(at: string) {
  history.pushState(null, '', at);
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/home" element={<Link to="/faqs">FAQs</Link>} />
        <Route
          path="/faqs"
          element={
            <PageScreen title="FAQs and terms" backTo="/home">
              Answers
            </PageScreen>
          }
        />
      </Routes>
    </BrowserRouter>,
  );
  return { entriesBefore: history.length };
}

const back = () => userEvent.click(screen.getByRole('button', { name: 'Back' }));

const idx = () => (history.state as { idx: number }).idx;

test("the arrow steps back as the phone's own Back does, so that this one does not lead here again", async () => {
  visit('/home');
  expect(idx()).toBe(0);
  await userEvent.click(screen.getByRole('link', { name: 'FAQs' }));
  expect(idx()).toBe(1);
  await back();
  await screen.findByRole('link', { name: 'FAQs' });
  expect(location.pathname).toBe('/home');
  expect(idx()).toBe(0);
});

test('on a page that the visit began with, the arrow puts the page above in its place', async () => {
  const { entriesBefore } = visit('/faqs');
  await back();
  await screen.findByRole('link', { name: 'FAQs' });
  expect(location.pathname).toBe('/home');
  expect(history.length).toBe(entriesBefore);
});
