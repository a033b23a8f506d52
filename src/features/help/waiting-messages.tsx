import { useAtomValue } from 'jotai';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { ContactMessage } from '../../contract/contact.ts';
import { messagesAtom } from '../../offline/outbox-atom.ts';
import { dismissRefused } from '../../offline/outbox-loop.ts';

type Props = {
  playerId: string;
  /** Whether the form is free to take a message that came back. */
  canEdit: boolean;
  onEdit: (message: ContactMessage) => void;
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
      {own.map(({ key, message, refusal }) =>
        refusal ? (
          <Notice
            key={key}
            kind="bad"
            title={`Not sent: ${message.subject}`}
            role="alert"
            action={
              canEdit && (
                <Button
                  size="sm"
                  colour="line"
                  onClick={() => {
                    onEdit(message);
                    void dismissRefused(key);
                  }}
                >
                  Edit
                </Button>
              )
            }
          >
            {refusal.message}
          </Notice>
        ) : null,
      )}
    </>
  );
}
