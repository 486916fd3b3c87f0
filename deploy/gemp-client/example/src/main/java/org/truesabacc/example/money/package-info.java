/**
 * GEMP's part in the campaign's money and rewards, played without one of its classes: purses and cards in a database of
 * its own, an outbox of what it asks of the ledger, an inbox of what it has put into purses and collections, and one
 * worker that calls the service.
 *
 * <p>Between two systems there is no common transaction. So whatever moves silver, or gives a reward, has an id, is
 * written before it is asked, is asked until it is answered, and is done once by its id on either side. Every step is
 * one transaction, and no transaction waits for the service.
 */
package org.truesabacc.example.money;
