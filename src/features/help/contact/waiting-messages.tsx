import { useAtomValue } from 'jotai';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { MessageEntry } from '../../../outbox/entries.ts';
import { messagesAtom } from '../../../outbox/outbox-atoms.ts';

type Props = {
  playerId: string;
  canEdit: boolean;
  /** Takes it into the form; it stays in the outbox until it is sent from there. */
  onEdit: (entry: MessageEntry) => void;
};

/** The player's messages in the outbox: those that wait, and those that the server refused. */
export function WaitingMessages({ playerId, canEdit, onEdit }: Props) {
  const own = useAtomValue(messagesAtom).filter(({ ownerId }) => ownerId === playerId);
  const waiting = own.filter(({ refusal }) => !refusal).length;
  return (
    <>
      {waiting > 0 && (
        <Notice
          icon="cloud-up"
          title={
            waiting === 1 ? '1 message waiting to send' : `${waiting} messages waiting to send`
          }
          role="status"
        />
      )}
      {own.map((entry) =>
        entry.refusal ? (
          <Notice
            key={entry.key}
            kind="bad"
            title={`Not sent: ${entry.message.subject}`}
            role="alert"
            action={
              canEdit && (
                <Button size="sm" colour="line" onClick={() => onEdit(entry)}>
                  Edit
                </Button>
              )
            }
          >
            {entry.refusal.message}
          </Notice>
        ) : null,
      )}
    </>
  );
}
