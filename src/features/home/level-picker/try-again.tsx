import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { dailyPlaysQuery } from '../../../start/plays.ts';

/** Looks whether the network is back, by asking for the plays that are left. */
export function TryAgain({ playerId }: { playerId: string }) {
  const plays = useQuery({ ...dailyPlaysQuery(playerId), enabled: false });
  return (
    <Button icon="refresh" loading={plays.isFetching} onClick={() => void plays.refetch()}>
      Try again
    </Button>
  );
}
