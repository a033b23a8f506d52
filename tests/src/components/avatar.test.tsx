import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Avatar } from '../../../src/components/avatar.tsx';

function kit(id: string | number): string | undefined {
  const { container } = render(<Avatar id={id} name="Ada" />);
  return container.querySelector('span')?.className.match(/kit\d/)?.[0];
}

const letter = (name: string | null) =>
  render(<Avatar id="1" name={name} />).container.querySelector('b')?.textContent;

describe('Avatar', () => {
  it.each([
    [0, 'kit1'],
    ['4', 'kit5'],
    ['12', 'kit3'],
  ])('wears by number: id %s is %s', (id, expected) => {
    expect(kit(id)).toBe(expected);
  });

  it('wears the same kit each time for an id that is no number', () => {
    const id = '0b9f6a52-7f0c-4f0e-9a3b-0c1d2e3f4a5b';
    expect(kit(id)).toMatch(/^kit[1-5]$/);
    expect(kit(id)).toBe(kit(id));
  });

  it.each([
    ['ada', 'A'],
    [' musa', 'M'],
    ['محمد', 'م'],
    ['😀 fan', '😀'],
    ['', '?'],
    [null, '?'],
  ])('shows the first letter of %j', (name, expected) => {
    expect(letter(name)).toBe(expected);
  });

  it('shows the picture, late and with its size, where there is one', () => {
    const { container } = render(<Avatar id="1" name="Ada" image="me.jpg" size="lg" />);
    const image = container.querySelector('img');
    expect(image?.getAttribute('loading')).toBe('lazy');
    expect([image?.width, image?.height]).toEqual([72, 72]);
  });

  it.each([
    ['me.jpg', '/static/me.jpg'],
    ['my face?.png', '/static/my%20face%3F.png'],
    ['../secret', '/static/..%2Fsecret'],
  ])('finds the file %j of the API at %s', (image, address) => {
    const { container } = render(<Avatar id="1" name="Ada" image={image} />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe(address);
  });

  it('wears the shirt where the picture does not come, until there is another one', () => {
    const { container, rerender } = render(<Avatar id="1" name="Ada" image="gone.jpg" />);
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('b')?.textContent).toBe('A');
    rerender(<Avatar id="1" name="Ada" image="new.jpg" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/static/new.jpg');
  });
});
