import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastSuccess, toastWarning } from '../../../components/toast.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { type Passbook, readOlder } from '../api/passbook.ts';
import { passbookCsv } from './csv.ts';

/** Saves the whole passbook as a file: what the phone lacks is asked for first. */
export function useExport(categories: Readonly<Record<string, string>>) {
  const { id } = useSignedInPlayer();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (shown: Passbook) => {
      let book = shown;
      try {
        while (book.next !== null) {
          const more = await readOlder(client, id);
          if (!more || more.next === book.next) break;
          book = more;
        }
      } catch {
        // Without a line the file has what is on the phone, and the player is told so.
      }
      saveFile('football-mastermind-passbook.csv', 'text/csv', passbookCsv(book.rows, categories));
      return book;
    },
    onSuccess: ({ rows, next }) => {
      if (next === null) toastSuccess('Passbook saved as a CSV file');
      else toastWarning(`Only the newest ${rows.length} movements were saved`);
    },
  });
}
