import { SelectField } from '../../components/field.tsx';
import { citiesOf, STATES } from '../../rules/places.ts';
import type { Details, DetailsFaults } from './details.tsx';

type Props = {
  value: Pick<Details, 'state' | 'city'>;
  faults: DetailsFaults;
  isBusy: boolean;
  onChange: (change: Partial<Pick<Details, 'state' | 'city'>>) => void;
};

/** The fields for state and city, in a chunk of their own with the lists (profile.md#profile-page). */
export function PlaceFields({ value: { state, city }, faults, isBusy, onChange }: Props) {
  return (
    <>
      <SelectField
        label="State"
        name="state"
        value={state}
        error={faults.state}
        disabled={isBusy}
        onChange={(event) => onChange({ state: event.target.value, city: '' })}
      >
        <option value="">Choose a state</option>
        {STATES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField
        label="City"
        name="city"
        value={city}
        error={faults.city}
        disabled={isBusy || !state}
        onChange={(event) => onChange({ city: event.target.value })}
      >
        <option value="">{state ? 'Choose a city' : 'Choose a state first'}</option>
        {citiesOf(state).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  );
}
